#include "core/schedule_transaction.h"

namespace tiramisu::core {

schedule_transaction::schedule_transaction(function_state &function)
    : function_(function), order_(function.order), commands_(function.commands.size()),
      buffers_(function.buffers.size()), buffer_handles_(function.buffer_handles.size()) {
    for (const auto &one : function.computations) {
        definitions_.push_back({one->domain, one->value, one->predicate, one->storage,
                                one->storage_indices, one->updates, one->nest});
    }
}

schedule_transaction::~schedule_transaction() {
    if (!kept_) {
        roll_back();
    }
}

void schedule_transaction::roll_back() {
    function_.computations.resize(definitions_.size());
    for (std::size_t i = 0; i < definitions_.size(); ++i) {
        computation_state &state = *function_.computations[i];
        definition &before = definitions_[i];
        state.domain = std::move(before.domain);
        state.value = std::move(before.value);
        state.predicate = std::move(before.predicate);
        state.storage = before.storage;
        state.storage_indices = std::move(before.storage_indices);
        state.updates = std::move(before.updates);
        state.nest = std::move(before.nest);
    }
    function_.order = std::move(order_);
    function_.commands.resize(commands_);
    function_.buffer_handles.resize(buffer_handles_);
    function_.buffers.resize(buffers_);
}

} // namespace tiramisu::core
