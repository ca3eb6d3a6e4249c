#pragma once

#include "tiramisu/nn/conv2d_backward_problem.h"
#include "tiramisu/nn/layer_weights.h"
#include "tiramisu/nn/tensor_layer.h"

namespace tiramisu::nn {

using conv2d_backward_data_layer =
    layer<conv2d_backward_data_problem, layer_options, search_options>;
extern template class layer<conv2d_backward_data_problem, layer_options, search_options>;

/// Goes backward through a convolution to what it read, compiled into this process. Several threads
/// may run one at once.
class conv2d_backward_data : public conv2d_backward_data_layer {
public:
    using conv2d_backward_data_layer::layer;

    /// The weights of the convolution, which lie as oc, ic / g, kh, kw, as run() reads them: to be
    /// packed again whenever they change. Throws user_error if they are missing, error if memory
    /// runs out.
    layer_weights pack(const_elements weights, source_place where = source_place::current()) const;
    /// diff_src overlaps none of the others. Nothing beyond the tensors is read or written. Throws
    /// user_error if a pointer is missing, or weights were packed for another layer; error if
    /// memory runs out.
    void run(const_elements diff_dst, const layer_weights &weights, elements diff_src,
             source_place where = source_place::current()) const;
    /// The same with weights that are packed first.
    void run(const_elements diff_dst, const_elements weights, elements diff_src,
             source_place where = source_place::current()) const;
    /// The same run, to be made many times.
    invocation prepare(const_elements diff_dst, const layer_weights &weights, elements diff_src,
                       const execution &opts = {},
                       source_place where = source_place::current()) const;
};

/// Goes backward through a convolution to its weights.
using conv2d_backward_weights = tensor_layer<conv2d_backward_weights_problem>;
extern template class layer<conv2d_backward_weights_problem, layer_options, search_options>;
extern template class tensor_layer<conv2d_backward_weights_problem>;

} // namespace tiramisu::nn
