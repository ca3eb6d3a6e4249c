#include "nn/framework/tensor_layer/tensor_layer.h"
#include "nn/layers/conv2d_backward_weights/solvers.h"
#include "support/immortal.h"

namespace tiramisu::nn {

template <>
const solver_list<tensor_task<conv2d_backward_weights_problem>, program> &
all_tensor_solvers<conv2d_backward_weights_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<conv2d_backward_weights_problem>, program>::of<
            direct_backward_weights, product_backward_weights, naive_backward_weights>());
    return all;
}

template class layer<conv2d_backward_weights_problem, layer_options, search_options>;
template class tensor_layer<conv2d_backward_weights_problem>;

} // namespace tiramisu::nn
