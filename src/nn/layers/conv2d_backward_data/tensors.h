#pragma once

#include <vector>

#include "nn/layers/conv2d/tensors.h"
#include "nn/layers/conv2d_backward_data/solver.h"

namespace tiramisu::nn {

/// A pixel of diff_src in the channels of a group.
struct src_position {
    expr c, iy, ix;
};

/// The tensors of such a layer: arguments of the implicit function, which have their storage.
class backward_data_tensors {
public:
    backward_data_tensors(const backward_data_task &task, const conv2d_iterators &at,
                          const weights_arrangement &packed);

    input diff_dst; ///< diff_dst(n, g, f, y, x) without zeros around it
    input weights;  ///< weights(g, f, c, ky, kx)
    /// Stores what has iterators n and g as the function's result at this pixel.
    void store_result(computation &result, const src_position &at) const;
    /// Arguments of the function in their order.
    std::vector<buffer> arguments() const { return {diff_dst_memory_, weights_memory_, memory_}; }

private:
    conv2d_task convolution_;
    conv2d_iterators at_;
    buffer diff_dst_memory_, weights_memory_, memory_;
};

} // namespace tiramisu::nn
