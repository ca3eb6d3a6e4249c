#include "core/schedule_transaction.h"

#include <algorithm>

#include "core/staging.h"

namespace tiramisu::core {

schedule_transaction::schedule_transaction(function_state &function)
    : function_(function), definitions_(definitions_of(function.computations)),
      staged_(definitions_of(function.staged_computations)), order_(function.order),
      commands_(function.commands.size()), notes_(function.notes.size()),
      stagings_(function.stagings.size()), buffers_(function.buffers.size()),
      buffer_handles_(function.buffer_handles.size()) {}

schedule_transaction::~schedule_transaction() {
    if (!kept_) {
        roll_back();
    }
}

std::vector<schedule_transaction::definition>
schedule_transaction::definitions_of(const computation_list &computations) {
    std::vector<definition> all;
    for (const auto &one : computations) {
        all.push_back({one.get(), one->iterators, one->derived_iterators, one->domain, one->bounds,
                       one->value, one->predicate, one->target, one->storage, one->storage_indices,
                       one->updates, one->nest, one->is_inlined, one->fixed_loops});
    }
    return all;
}

void schedule_transaction::restore(computation_list &computations,
                                   std::vector<definition> &before) {
    const auto is_new = [&](const auto &one) {
        return std::none_of(before.begin(), before.end(),
                            [&](const definition &known) { return known.of == one.get(); });
    };
    computations.erase(std::remove_if(computations.begin(), computations.end(), is_new),
                       computations.end());
    for (std::size_t i = 0; i < before.size(); ++i) {
        computation_state &state = *computations[i];
        state.iterators = std::move(before[i].iterators);
        state.derived_iterators = before[i].derived_iterators;
        state.domain = before[i].domain;
        state.bounds = std::move(before[i].bounds);
        state.value = std::move(before[i].value);
        state.predicate = std::move(before[i].predicate);
        state.target = std::move(before[i].target);
        state.storage = before[i].storage;
        state.storage_indices = std::move(before[i].storage_indices);
        state.updates = std::move(before[i].updates);
        state.nest = std::move(before[i].nest);
        state.is_inlined = before[i].is_inlined;
        state.fixed_loops = before[i].fixed_loops;
    }
}

void schedule_transaction::roll_back() {
    function_.stagings.resize(stagings_);
    restore(function_.staged_computations, staged_);
    restore(function_.computations, definitions_);
    function_.order = std::move(order_);
    function_.commands.resize(commands_);
    function_.notes.resize(notes_);
    function_.buffer_handles.resize(buffer_handles_);
    function_.buffers.resize(buffers_);
}

} // namespace tiramisu::core
