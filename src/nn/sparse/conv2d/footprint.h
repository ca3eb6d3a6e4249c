#pragma once

#include "tiramisu/nn/conv2d_problem.h"

namespace tiramisu::nn {

/// What the elements of dst meet of an image and the zeros around it, along its rows or columns:
/// of the convolution, all that a window has.
struct footprint {
    int step;   ///< from the first that one element meets to that of the next
    int size;   ///< from the first to the last that one element meets
    int before; ///< zeros before the image that the first element meets

    /// From the first to the last that so many neighbours meet.
    int of(int elements) const { return (elements - 1) * step + size; }
};
footprint row_footprint(const conv2d_problem &problem);
footprint column_footprint(const conv2d_problem &problem);

} // namespace tiramisu::nn
