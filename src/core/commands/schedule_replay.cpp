#include "core/commands/schedule_replay.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

namespace {

function_schedule &schedule_of(function_state &function) {
    return function;
}

definition_schedule &schedule_of(computation_state &definition) {
    return definition;
}

definition_algorithm &algorithm_of(computation_state &definition) {
    return definition;
}

/// The schedule before any command: a loop for each iterator. What runs nothing and only has a
/// place in the order keeps the loops of its declaration.
definition_schedule unscheduled(const computation_state &definition) {
    if (definition.is_marker) {
        return definition;
    }
    const definition_algorithm &declared =
        definition.declared != nullptr ? *definition.declared : definition;
    definition_schedule schedule;
    schedule.nest.map = poly::identity_loops(declared.domain);
    for (const iterator &it : declared.iterators) {
        schedule.nest.loops.push_back({it.name});
    }
    return schedule;
}

/// Throws where perform_full_dependency_analysis() has fixed an order in which the partial results
/// of an earlier rfactor take part: without that command the order would name what is not there.
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

/// Moves the elements that fulfil a condition to the end of another list.
template <typename T, typename Condition>
void move_out(std::vector<std::unique_ptr<T>> &from, std::vector<std::unique_ptr<T>> &to,
              const Condition &is_wanted) {
    const auto wanted = std::stable_partition(
        from.begin(), from.end(), [&](const auto &element) { return !is_wanted(*element); });
    std::move(wanted, from.end(), std::back_inserter(to));
    from.erase(wanted, from.end());
}

template <typename T>
void append(std::vector<std::unique_ptr<T>> &to, std::vector<std::unique_ptr<T>> &&from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
}

template <typename Visit>
void for_each_added(const function_state &function, const Visit &visit) {
    for (const auto &one : function.staged_computations) {
        visit(*one);
    }
    for (const auto &one : function.computations) {
        if (one->is_partial()) {
            visit(*one);
        }
    }
}

/// Puts the elements back in the order that they had; new ones come last.
template <typename T, typename Identity>
void restore_order(std::vector<std::unique_ptr<T>> &elements,
                   const std::vector<const Identity *> &order,
                   const Identity *(*identity)(const T &)) {
    std::map<const Identity *, std::size_t> places;
    for (const Identity *one : order) {
        places.emplace(one, places.size());
    }
    const auto place = [&](const std::unique_ptr<T> &element) {
        const auto known = places.find(identity(*element));
        return known == places.end() ? places.size() : known->second;
    };
    std::stable_sort(elements.begin(), elements.end(), [&](const auto &left, const auto &right) {
        return place(left) < place(right);
    });
}

void note_place(function_state &function, const computation_state &added) {
    if (added.storage != nullptr && !added.storage->is_automatic) {
        function.places[added.id] = {added.storage, added.storage_indices, added.storage_call,
                                     added.stored_where};
    }
}

} // namespace

// isl may throw while the nests are made, so nothing of the function changes before they are all
// there.
schedule_replay::schedule_replay(function_state &function) : function_(function) {
    require_unfixed_reductions(function);
    for (const auto &one : function.computations) {
        order_.push_back(one.get());
        if (!one->is_partial()) {
            definitions_.push_back(without_commands(*one));
        }
    }
    for (const auto &one : function.buffers) {
        buffer_order_.push_back(one.get());
    }
    schedule_ = std::exchange(schedule_of(function), {});
    added_ = take_added();
    swap_definitions();
}

schedule_replay::~schedule_replay() {
    if (is_kept_) {
        return;
    }
    take_added();
    for (const own_definition &own : definitions_) {
        if (own.of->declared != nullptr) {
            algorithm_of(*own.of) = *own.of->declared;
        }
    }
    put_back(std::move(added_));
}

void schedule_replay::keep() {
    is_kept_ = true;
    const auto is_held = [](const auto &one) { return one->is_held; };
    if (std::none_of(added_.staged.begin(), added_.staged.end(), is_held) &&
        std::none_of(added_.partial.begin(), added_.partial.end(), is_held)) {
        return;
    }
    // Parts that the program has handles to refer to the others, so all of them are kept.
    append(function_.former.computations, std::move(added_.staged));
    append(function_.former.computations, std::move(added_.partial));
    append(function_.former.buffers, std::move(added_.buffers));
    append(function_.former.buffer_handles, std::move(added_.buffer_handles));
}

schedule_replay::own_definition schedule_replay::without_commands(computation_state &definition) {
    own_definition without = {&definition, unscheduled(definition), std::nullopt};
    if (definition.declared != nullptr) {
        without.algorithm = *definition.declared;
    }
    return without;
}

schedule_replay::added_parts schedule_replay::take_added() {
    added_parts taken;
    for_each_added(function_, [&](const computation_state &one) { note_place(function_, one); });
    take_buffers(taken);
    taken.stagings = std::exchange(function_.stagings, {});
    taken.staged = std::exchange(function_.staged_computations, {});
    // An update of partial results is recognized by its base. That is moved out, too, but stays at
    // its address.
    move_out(function_.computations, taken.partial,
             [](const computation_state &one) { return one.is_partial(); });
    return taken;
}

void schedule_replay::swap_definitions() {
    for (own_definition &own : definitions_) {
        std::swap(schedule_of(*own.of), own.schedule);
        if (own.algorithm) {
            std::swap(algorithm_of(*own.of), *own.algorithm);
        }
    }
}

void schedule_replay::take_buffers(added_parts &taken) {
    std::set<const buffer_state *> added;
    for_each_added(function_, [&](const computation_state &one) {
        if (one.storage != nullptr && one.storage->is_automatic) {
            added.insert(one.storage);
        }
    });
    move_out(function_.buffer_handles, taken.buffer_handles,
             [&](const buffer &handle) { return added.count(handle.state()) != 0; });
    move_out(function_.buffers, taken.buffers,
             [&](const buffer_state &state) { return added.count(&state) != 0; });
}

void schedule_replay::put_back(added_parts added) {
    swap_definitions();
    function_.staged_computations = std::move(added.staged);
    function_.stagings = std::move(added.stagings);
    append(function_.buffers, std::move(added.buffers));
    append(function_.buffer_handles, std::move(added.buffer_handles));
    append(function_.computations, std::move(added.partial));
    restore_order<computation_state, computation_state>(
        function_.computations, order_, [](const computation_state &one) { return &one; });
    restore_order<buffer_state, buffer_state>(function_.buffers, buffer_order_,
                                              [](const buffer_state &one) { return &one; });
    restore_order<buffer, buffer_state>(
        function_.buffer_handles, buffer_order_,
        [](const buffer &handle) -> const buffer_state * { return handle.state(); });
    schedule_of(function_) = std::move(schedule_);
}

void store_as_before(computation_state &added) {
    const auto &places = added.owner->places;
    const auto before = places.find(added.id);
    if (before != places.end()) {
        const stored_place &place = before->second;
        added.storage = place.storage;
        added.storage_indices = place.indices;
        added.storage_call = place.call;
        added.stored_where = place.where;
    }
}

} // namespace tiramisu::core
