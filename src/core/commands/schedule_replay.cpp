#include "core/commands/schedule_replay.h"

#include <algorithm>
#include <utility>

#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

namespace {

/// A layout that the user has given is no command.
bool lies_as_its_box(const staging &what) {
    if (!what.has_window()) {
        return true;
    }
    const computation_state &window = *what.window;
    if (window.storage == nullptr) {
        return true;
    }
    const std::size_t dims = what.box.sizes.size();
    bool is_box = window.storage->sizes.size() == dims && window.storage_indices &&
                  window.storage_indices->size() == dims;
    for (std::size_t dim = 0; is_box && dim < dims; ++dim) {
        const expr &size = window.storage->sizes[dim];
        const expr &index = (*window.storage_indices)[dim];
        const iterator &it = window.iterators[dim + static_cast<std::size_t>(what.kept_around())];
        is_box = size.is_constant() && size.get_int_val() == what.box.sizes[dim] &&
                 index.get_expr_type() == e_var && index.get_name() == it.name;
    }
    return is_box;
}

function_schedule &schedule_of(function_state &function) {
    return function;
}

definition_schedule &schedule_of(computation_state &definition) {
    return definition;
}

/// As it was made: a loop for each iterator. What only has a place in the order has the loops of
/// its declaration.
definition_schedule unscheduled(const computation_state &definition) {
    if (definition.is_marker) {
        return definition;
    }
    definition_schedule schedule;
    schedule.nest.map = poly::identity_loops(definition.domain);
    for (const iterator &it : definition.iterators) {
        schedule.nest.loops.push_back({it.name});
    }
    return schedule;
}

} // namespace

bool is_replayable(const function_state &function) {
    const auto adds_computations = [](const command &given) { return given.verb == "rfactor"; };
    return std::none_of(function.commands.begin(), function.commands.end(), adds_computations) &&
           std::all_of(function.stagings.begin(), function.stagings.end(),
                       [](const auto &what) { return lies_as_its_box(*what); });
}

schedule_replay::schedule_replay(function_state &function)
    : function_(function), schedule_(std::exchange(schedule_of(function), {})),
      buffers_(take_window_buffers()), stagings_(std::exchange(function.stagings, {})),
      staged_(std::exchange(function.staged_computations, {})) {
    for (const auto &one : function_.computations) {
        definitions_.push_back(std::exchange(schedule_of(*one), unscheduled(*one)));
    }
}

schedule_replay::~schedule_replay() {
    take_window_buffers();
    for (std::size_t i = 0; i < definitions_.size(); ++i) {
        schedule_of(*function_.computations[i]) = std::move(definitions_[i]);
    }
    function_.staged_computations = std::move(staged_);
    function_.stagings = std::move(stagings_);
    std::move(buffers_.states.begin(), buffers_.states.end(),
              std::back_inserter(function_.buffers));
    std::move(buffers_.handles.begin(), buffers_.handles.end(),
              std::back_inserter(function_.buffer_handles));
    schedule_of(function_) = std::move(schedule_);
}

schedule_replay::window_buffers schedule_replay::take_window_buffers() {
    const auto is_of_window = [&](const buffer_state *state) {
        return std::any_of(
            function_.stagings.begin(), function_.stagings.end(),
            [&](const auto &what) { return what->has_window() && what->window->storage == state; });
    };
    window_buffers taken;
    auto &states = function_.buffers;
    auto &handles = function_.buffer_handles;
    const auto first_handle =
        std::stable_partition(handles.begin(), handles.end(),
                              [&](const auto &handle) { return !is_of_window(handle->state()); });
    std::move(first_handle, handles.end(), std::back_inserter(taken.handles));
    handles.erase(first_handle, handles.end());
    const auto first_state =
        std::stable_partition(states.begin(), states.end(),
                              [&](const auto &state) { return !is_of_window(state.get()); });
    std::move(first_state, states.end(), std::back_inserter(taken.states));
    states.erase(first_state, states.end());
    return taken;
}

} // namespace tiramisu::core
