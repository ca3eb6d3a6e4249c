#pragma once

#include "nn/conv2d/tensors.h"

namespace tiramisu::nn {

/// The pooling that ends the task, of `values` at n, g, f, y, x: a computation that has these
/// iterators, y and x counting windows, and one update over the elements of a window.
computation pooled(const conv2d_task &task, const conv2d_iterators &at, const computation &values);

} // namespace tiramisu::nn
