#pragma once

#include "core/search/memory_order.h"

namespace tiramisu::core {

/// The same program in which sums that share loops with other statements, such as what sets their
/// results to zero, have loops for themselves, where these run along rows of memory then: the order
/// of a shared loop cannot be changed for one of its statements. Each is done where no dependence
/// is in the way, and within a bounded number of isl's operations.
analysis with_sums_apart(const function_state &function, analysis now, float_sums sums);

} // namespace tiramisu::core
