#pragma once

#include <string>
#include <vector>

#include "tiramisu/computation.h"
#include "tiramisu/graph/tensor.h"

// What the small programs of operators share.

namespace tiramisu::graph {

/// An iterator for each size: "i0", "i1", ...
std::vector<var> iterators(const shape &extents, const std::string &prefix = "i");

/// The same as expressions.
std::vector<expr> as_exprs(const std::vector<var> &list);

/// A buffer's sizes; a single value has one element.
std::vector<expr> buffer_sizes(const shape &extents);

/// Whether a float is none. Comparisons take all values for numbers.
expr is_nan(const expr &value);

/// Whether starting threads takes less time than what they share.
bool is_worth_threads(const shape &extents);

/// Runs the loops of a computation over `at` as vectors along the last one, the outermost on
/// several threads where that is worth it.
void run_in_order(computation &what, const std::vector<var> &at, const shape &extents, int lanes);

/// The least number of a type, or the largest; of floats they are infinite.
expr extreme(primitive_t type, bool is_largest);

} // namespace tiramisu::graph
