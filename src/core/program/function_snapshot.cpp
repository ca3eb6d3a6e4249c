#include "core/program/function_snapshot.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "core/program/kept_places.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

namespace {

std::vector<computation_state *> all_of(const function_state &function) {
    std::vector<computation_state *> all;
    for (const auto *list : {&function.computations, &function.staged_computations}) {
        for (const auto &one : *list) {
            all.push_back(one.get());
        }
    }
    return all;
}

/// As it was declared: a loop for each iterator. What only has a place in the order and no
/// iterators has the loops of its declaration.
definition_value unscheduled(const computation_state &definition) {
    if (definition.is_marker && !definition.is_place_with_loops()) {
        return definition;
    }
    definition_value declared;
    static_cast<definition_algorithm &>(declared) =
        definition.declared != nullptr ? *definition.declared : definition;
    declared.nest.map = poly::identity_loops(declared.domain);
    for (const iterator &it : declared.iterators) {
        declared.nest.loops.push_back({it.name});
    }
    return declared;
}

/// The order of instances that is the meaning has no place for what rfactor makes later.
void require_unfixed_reductions(const function_state &function) {
    for (const auto &one : function.computations) {
        if (one->is_partial() && function.fixed_reference &&
            function.fixed_reference->count(one->id) != 0) {
            throw unsupported_error(
                "function \"" + function.name + "\"", "",
                "has an order that perform_full_dependency_analysis() has fixed after rfactor, so "
                "that the command is a part of what the program means; call it before rfactor to "
                "give other schedules",
                one->where);
        }
    }
}

/// The definitions that commands have added.
std::vector<const computation_state *> added_to(const function_state &function) {
    std::vector<const computation_state *> added;
    for (const auto &one : function.staged_computations) {
        added.push_back(one.get());
    }
    for (const auto &one : function.computations) {
        if (one->is_partial()) {
            added.push_back(one.get());
        }
    }
    return added;
}

template <typename T>
void append(std::vector<std::unique_ptr<T>> &to, std::vector<std::unique_ptr<T>> &from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
    from.clear();
}

bool is_any_held(const std::vector<std::unique_ptr<computation_state>> &all) {
    return std::any_of(all.begin(), all.end(), [](const auto &one) { return one->is_held; });
}

} // namespace

function_snapshot::function_snapshot(function_state &function)
    : function_snapshot(function, all_of(function)) {
    buffer_values_.clear();
    for (const auto &one : function.buffers) {
        buffer_values_.push_back({one.get(), *one});
    }
}

function_snapshot::function_snapshot(function_state &function,
                                     const std::vector<computation_state *> &changed)
    : function_(function), value_(function), stagings_(function.stagings),
      staged_(function.staged_computations), computations_(function.computations),
      buffer_handles_(function.buffer_handles), buffers_(function.buffers) {
    for (computation_state *one : changed) {
        save(*one);
    }
}

function_snapshot::~function_snapshot() {
    if (!is_kept_) {
        restore();
    }
}

void function_snapshot::save(computation_state &definition) {
    definitions_.push_back({&definition, definition});
    if (definition.storage != nullptr) {
        buffer_values_.push_back({definition.storage, *definition.storage});
    }
}

void function_snapshot::restore() {
    stagings_.restore();
    staged_.restore();
    computations_.restore();
    buffer_handles_.restore();
    buffers_.restore();
    for (auto &one : definitions_) {
        static_cast<definition_value &>(*one.of) = std::move(one.value);
    }
    for (auto &one : buffer_values_) {
        *one.of = std::move(one.value);
    }
    static_cast<function_value &>(function_) = std::move(value_);
}

// isl may give up while it makes the nests: only then something is changed.
void function_snapshot::put_schedule_aside() {
    require_unfixed_reductions(function_);
    std::vector<saved<computation_state, definition_value>> declared;
    for (const auto &one : function_.computations) {
        if (!one->is_partial()) {
            declared.push_back({one.get(), unscheduled(*one)});
        }
    }
    take_out_added();
    for (auto &one : declared) {
        definition_value &now = *one.of;
        now = std::move(one.value);
    }
    static_cast<function_schedule &>(function_) = {};
}

void function_snapshot::take_out_added() {
    std::set<const buffer_state *> automatic;
    for (const computation_state *one : added_to(function_)) {
        keep_place(function_, *one);
        if (one->storage != nullptr && one->storage->is_automatic) {
            automatic.insert(one->storage);
        }
    }
    buffer_handles_.take_out(
        [&](const buffer &handle) { return automatic.count(handle.state()) != 0; });
    buffers_.take_out([&](const buffer_state &one) { return automatic.count(&one) != 0; });
    stagings_.take_out([](const staging &) { return true; });
    staged_.take_out([](const computation_state &) { return true; });
    // Their base, which says so, is taken out as well, and stays where it is in memory.
    computations_.take_out([](const computation_state &one) { return one.is_partial(); });
}

// What the program has handles to refers to the rest.
void function_snapshot::keep() {
    is_kept_ = true;
    if (is_any_held(staged_.outside()) || is_any_held(computations_.outside())) {
        append(function_.former.computations, staged_.outside());
        append(function_.former.computations, computations_.outside());
        append(function_.former.buffers, buffers_.outside());
        append(function_.former.buffer_handles, buffer_handles_.outside());
    }
}

std::vector<computation_state *> changed_by(function_state &function, const command &what) {
    std::vector<computation_state *> changed;
    const auto add = [&](const std::string &id) {
        computation_state *named = function.find_definition(id);
        if (named != nullptr) {
            changed.push_back(named);
        }
        if (named != nullptr && named->base != named) {
            changed.push_back(named->base);
        }
    };
    add(what.computation);
    for (const command_argument &argument : what.arguments) {
        if (const auto *other = std::get_if<computation_reference>(&argument)) {
            add(other->id);
        }
    }
    for (const auto &made : function.stagings) {
        for (const staging::computed_part &part : made->computed) {
            if (part.original->id == what.computation) {
                changed.push_back(part.inside);
            }
        }
    }
    return changed;
}

} // namespace tiramisu::core
