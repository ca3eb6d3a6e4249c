#include "core/program/argument_list.h"

#include <algorithm>
#include <set>

#include "core/program/buffer_text.h"

namespace tiramisu::core {

namespace {

void require_own(const function_state &function, const std::string &who, const buffer *argument,
                 source_place where) {
    if (argument == nullptr) {
        throw user_error(who, "", "an argument is null", where);
    }
    const buffer_state &state = *argument->state();
    if (state.owner != &function) {
        throw user_error(who, "",
                         buffer_text(state) + " belongs to function \"" + state.owner->name + "\"",
                         where);
    }
    if (state.alignment != 0 || !state.padding.empty() || state.allocated_at) {
        throw user_error(who, "",
                         buffer_text(state) +
                             " is among the arguments, but its memory is laid out by "
                             "align(), pad() or allocate_at(), which only temporaries take",
                         where);
    }
}

/// Of a buffer that is no temporary and not among the arguments.
void require_unused(const function_state &function, const std::string &who,
                    const buffer_state &left_out, source_place where) {
    const auto stored = std::find_if(function.computations.begin(), function.computations.end(),
                                     [&](const auto &c) { return c->storage == &left_out; });
    if (stored == function.computations.end()) {
        return;
    }
    throw user_error(who, "",
                     buffer_text(left_out) + ", in which \"" + (*stored)->name + "\" lies, is an " +
                         (left_out.role == a_input ? "input" : "output") +
                         " but not among the arguments; add it to them (" + (*stored)->name +
                         ".get_buffer()), or make it a_temporary",
                     where);
}

} // namespace

void require_possible_arguments(const function_state &function,
                                const std::vector<buffer *> &arguments, source_place where) {
    const std::string who = "function \"" + function.name + "\"";
    std::set<std::string> seen;
    for (const buffer *argument : arguments) {
        require_own(function, who, argument, where);
        if (!seen.insert(argument->get_name()).second) {
            throw user_error(who, "", buffer_text(*argument->state()) + " is given twice", where);
        }
    }
    for (const auto &buffer : function.buffers) {
        if (buffer->role != a_temporary && seen.count(buffer->name) == 0) {
            require_unused(function, who, *buffer, where);
        }
    }
}

} // namespace tiramisu::core
