#include "nn/framework/tensor_layer/tensor_layer.h"
#include "nn/layers/softmax/solvers.h"
#include "support/immortal.h"

namespace tiramisu::nn {

template <>
const solver_list<tensor_task<softmax_problem>, program> &all_tensor_solvers<softmax_problem>() {
    static const auto &all =
        support::immortal(solver_list<tensor_task<softmax_problem>,
                                      program>::of<softmax_along, softmax_beside, naive_softmax>());
    return all;
}

template class layer<softmax_problem, layer_options, search_options>;
template class tensor_layer<softmax_problem>;

} // namespace tiramisu::nn
