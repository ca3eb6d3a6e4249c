#pragma once

#include <functional>
#include <string>

#include "nn/layers/conv2d/tensors.h"

namespace tiramisu::nn {

/// The pooling at the end of the problem; where it has none, windows of one value.
post::pool pooling_of(const conv2d_problem &problem);

/// The pooling that ends the task, of `values` at n, g, f, y, x: a computation that has these
/// iterators, y and x counting windows, and one update over the elements of a window.
computation pooled(const conv2d_task &task, const conv2d_iterators &at, const computation &values);

/// An element of dst: the pooling of what `value` says of the positions in its window; without a
/// pooling, `value` at the position itself. Positions are those of the convolution's result alone;
/// where windows are apart, all may be counted from the first of the same window.
expr pooled_value(const conv2d_task &task, const result_position &at,
                  const std::function<expr(const result_position &)> &value);

/// Why windows do not cut the result of the convolution into pieces that can be computed apart from
/// each other; empty if they do, or if the task has no pooling.
std::string why_not_apart(const conv2d_task &task);

/// Rows (columns) of the convolution's result that some window has, where windows are apart.
int rows_in_windows(const conv2d_task &task);
int columns_in_windows(const conv2d_task &task);

} // namespace tiramisu::nn
