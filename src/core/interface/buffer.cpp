#include "tiramisu/buffer.h"

#include <algorithm>

#include "core/commands/loop_commands.h"
#include "core/program/buffer_text.h"
#include "core/program/definition.h"
#include "core/program/largest_sizes.h"
#include "core/program/storage.h"
#include "tiramisu/computation.h"

namespace tiramisu {

namespace {

using core::buffer_state;

constexpr int largest_alignment = 4096;

[[noreturn]] void refuse(const buffer_state &state, const std::string &call,
                         const std::string &problem, source_place where) {
    throw user_error(core::buffer_text(state), call, problem, where);
}

void require_temporary(const buffer_state &state, const std::string &call, source_place where) {
    if (state.role != a_temporary) {
        refuse(state, call,
               std::string("is an ") + (state.role == a_input ? "input" : "output") +
                   " of the function, so its memory is the caller's; only temporaries take this",
               where);
    }
}

// Where allocate_at() puts the buffer. Throws where the loop is none of the computation's.
core::allocation_place place_of(const buffer_state &state, const char *name,
                                const computation &inside, const core::loop_reference &loop,
                                source_place where) {
    core::computation_state &definition = *inside.part();
    const core::command call{
        definition.id, name, {core::computation_reference{definition.id}, loop}, where};
    require_temporary(state, core::call_text(call), where);
    if (definition.owner != state.owner) {
        refuse(state, core::call_text(call),
               "belongs to function \"" + state.owner->name + "\", the computation to \"" +
                   definition.owner->name + "\"",
               where);
    }
    if (definition.is_input()) {
        refuse(state, core::call_text(call),
               core::subject(definition) +
                   " has no expression, so it is not executed and has no loops",
               where);
    }
    const int level = core::loop_level(definition, loop, call);
    return {definition.id, definition.nest.loops[static_cast<std::size_t>(level)].name, where};
}

/// A definition that runs nothing and stands for the allocation in ordering commands. It has the
/// loops that are around it.
computation *marker(core::function_state &function, const std::string &name,
                    const core::computation_state &inside, const core::allocation_place &place) {
    core::definition what;
    what.name = core::unique_name(function, name);
    what.where = place.where;
    core::computation_state *made = core::define_input(function, std::move(what));
    made->is_marker = true;
    for (const core::scheduled_loop &loop : inside.nest.loops) {
        made->nest.loops.push_back({loop.name});
        if (loop.name == place.loop) {
            break;
        }
    }
    return made->handle.get();
}

computation *allocate_in(buffer_state &state, const computation &inside,
                         const core::loop_reference &loop, source_place where) {
    core::allocation_place place = place_of(state, "allocate_at", inside, loop, where);
    state.sizes = core::sizes_outside_of_loops(state, *inside.part(), place);
    state.allocated_at = std::move(place);
    return marker(*state.owner, "_allocation_" + state.name, *inside.part(), *state.allocated_at);
}

computation *free_in(const buffer_state &state, const computation &inside,
                     const core::loop_reference &loop, source_place where) {
    return marker(*state.owner, "_deallocation_" + state.name, *inside.part(),
                  place_of(state, "deallocate_at", inside, loop, where));
}

} // namespace

buffer::buffer(const std::string &name, std::vector<expr> sizes, primitive_t type, argument_t role,
               function *owner, source_place where)
    : state_(core::shared_with_owner(core::make_buffer(
          owner != nullptr ? *owner->state()
                           : *core::implicit_function("buffer \"" + name + "\"", where),
          name, std::move(sizes), type, role, where))) {}

const std::string &buffer::get_name() const {
    return state_->name;
}

int buffer::get_n_dims() const {
    return static_cast<int>(state_->sizes.size());
}

const std::vector<expr> &buffer::get_dim_sizes() const {
    return state_->sizes;
}

primitive_t buffer::get_elements_type() const {
    return state_->type;
}

argument_t buffer::get_argument_type() const {
    return state_->role;
}

buffer &buffer::any_shape(source_place where) {
    if (state_->role == a_temporary) {
        refuse(*state_, "any_shape()", "is a temporary: no caller describes it", where);
    }
    state_->any_shape = true;
    return *this;
}

buffer &buffer::align(int bytes, source_place where) {
    const std::string call = "align(" + std::to_string(bytes) + ")";
    require_temporary(*state_, call, where);
    if (bytes < 1 || bytes > largest_alignment || (bytes & (bytes - 1)) != 0) {
        refuse(*state_, call,
               "the number of bytes must be a power of two from 1 to " +
                   std::to_string(largest_alignment),
               where);
    }
    state_->alignment = bytes;
    return *this;
}

buffer &buffer::pad(int dimension, int elements, source_place where) {
    const std::string call =
        "pad(" + std::to_string(dimension) + ", " + std::to_string(elements) + ")";
    require_temporary(*state_, call, where);
    if (dimension < 0 || dimension >= get_n_dims()) {
        refuse(*state_, call,
               "has no dimension " + std::to_string(dimension) + "; it has " +
                   std::to_string(get_n_dims()) + ", counted from 0",
               where);
    }
    if (elements < 0) {
        refuse(*state_, call, "the number of elements must be at least 0", where);
    }
    state_->padding.resize(state_->sizes.size(), 0);
    state_->padding[static_cast<std::size_t>(dimension)] = elements;
    return *this;
}

computation *buffer::allocate_at(const computation &inside, const var &loop, source_place where) {
    return allocate_in(*state_, inside, loop, where);
}

computation *buffer::allocate_at(const computation &inside, int loop, source_place where) {
    return allocate_in(*state_, inside, loop, where);
}

computation *buffer::deallocate_at(const computation &inside, const var &loop, source_place where) {
    return free_in(*state_, inside, loop, where);
}

computation *buffer::deallocate_at(const computation &inside, int loop, source_place where) {
    return free_in(*state_, inside, loop, where);
}

void buffer::tag(const char *call, memory space, source_place where) {
    if (space != memory::constant) {
        require_temporary(*state_, call, where);
    } else if (state_->role == a_output) {
        refuse(*state_, call,
               "is an output of the function, and what kernels write is not constant; tag what "
               "they only read",
               where);
    }
    state_->space = space;
    state_->spaced_where = where;
}

void buffer::tag_gpu_shared(source_place where) {
    tag("tag_gpu_shared", memory::shared, where);
}

void buffer::tag_gpu_local(source_place where) {
    tag("tag_gpu_local", memory::local, where);
}

void buffer::tag_gpu_register(source_place where) {
    tag("tag_gpu_register", memory::local, where);
}

void buffer::tag_gpu_constant(source_place where) {
    tag("tag_gpu_constant", memory::constant, where);
}

bool buffer::has_constant_extents() const {
    return std::all_of(state_->sizes.begin(), state_->sizes.end(),
                       [](const expr &size) { return size.is_constant(); });
}

} // namespace tiramisu
