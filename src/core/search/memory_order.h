#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// What may become of the order in which floats are added up.
enum class float_sums { as_written, in_any_order };

/// Whether the schedule says nothing of the statement's loops but how each of them runs.
bool leaves_loops_alone(const function_state &function, const poly::scheduled_statement &statement);

/// The same program with other loops where the schedule says nothing of them: of a computation that
/// no command orders, that loop is innermost along which its elements lie one after the other in
/// memory. Every pair of instances that depend on each other runs in the order in which it ran, a
/// reduction's too, so that results are the same to the last bit. The function's notes tell what
/// was moved. Where isl would need more than a bounded amount of work, loops stay as they are.
///
/// `sums`: whether a sum may become the innermost loop, which is fast only where it may be added up
/// in parts.
analysis with_rows_innermost(function_state &function, analysis now, float_sums sums);

} // namespace tiramisu::core
