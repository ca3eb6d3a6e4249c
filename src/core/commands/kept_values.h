#pragma once

#include "core/program/state.h"

// computation::store_at: values stay in memory through an iteration of a consumer's loop. The
// compute_at that follows it carries it out; where none does, the whole buffer is allocated there.

namespace tiramisu::core {

/// store_at(consumer, level) is checked when it is given; its effect comes later.
void check_store_at(computation_state &source, const command &what);

/// The last store_at of the computation for this consumer; null if there is none.
const command *last_store_at(const computation_state &source, const computation_state &consumer);

/// Whether the values are computed in a window of the consumer.
bool is_computed_inside(const computation_state &source, const computation_state &consumer);

} // namespace tiramisu::core
