#pragma once

#include <functional>
#include <string>

#include "nn/conv2d/tensors.h"

namespace tiramisu::nn {

/// The pooling that ends the task, of `values` at n, g, f, y, x: a computation that has these
/// iterators, y and x counting windows, and one update over the elements of a window.
computation pooled(const conv2d_task &task, const conv2d_iterators &at, const computation &values);

/// An element of dst, of any pooling: that of what `value` says of the rows and columns of its
/// window, which are those of the convolution's result alone.
expr pooled_windows(const conv2d_task &task, const result_position &at,
                    const std::function<expr(const expr &row, const expr &column)> &value);

/// What each element of dst is made of: so many rows and columns of the convolution's result.
struct pooling_window {
    int rows = 1, columns = 1;
};

/// Why windows do not cut the result of the convolution into pieces that can be computed apart from
/// each other; empty if they do, or if the task has no pooling.
std::string why_not_apart(const conv2d_task &task);

// Of tasks whose windows are apart.

/// 1 x 1 if it has no pooling.
pooling_window window_of(const conv2d_task &task);
/// Rows (columns) of the convolution's result that some window has.
int rows_in_windows(const conv2d_task &task);
int columns_in_windows(const conv2d_task &task);

/// An element of dst: the pooling of what `value` says of the positions in its window; without a
/// pooling, `value` at the position itself.
expr pooled_value(const conv2d_task &task, const result_position &at,
                  const std::function<expr(const result_position &)> &value);

} // namespace tiramisu::nn
