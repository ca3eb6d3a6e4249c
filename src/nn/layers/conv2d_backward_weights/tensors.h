#pragma once

#include <optional>
#include <vector>

#include "nn/framework/tensor_layer/task.h"
#include "nn/layers/conv2d/tensors.h"
#include "tiramisu/nn/conv2d_backward.h"

namespace tiramisu::nn {

using backward_weights_task = tensor_task<conv2d_backward_weights_problem>;

/// The convolution that such a layer goes backward through.
conv2d_task convolution_of(const backward_weights_task &task);

/// Its tensors: arguments of the implicit function, which have their storage.
class backward_weights_tensors {
public:
    backward_weights_tensors(const backward_weights_task &task, const conv2d_iterators &at);

    input src;      ///< src(n, g, c, iy, ix) without zeros around it
    input diff_dst; ///< diff_dst(n, g, f, q), q = y * ow + x
    /// Stores what is computed for a weight as the function's result.
    void store_weight(computation &result, const weight_index &at) const;
    /// The sums of each filter of all groups; where the problem has a bias.
    std::optional<computation> bias_sums;
    /// Arguments of the function in their order.
    std::vector<buffer> arguments() const;

private:
    conv2d_task convolution_;
    buffer src_memory_, diff_dst_memory_, weights_memory_;
    std::optional<buffer> bias_memory_;
};

} // namespace tiramisu::nn
