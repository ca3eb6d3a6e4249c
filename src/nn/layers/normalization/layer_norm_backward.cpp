#include "nn/framework/tensor_layer/tensor_layer.h"
#include "nn/layers/normalization/backward.h"
#include "nn/layers/normalization/solvers.h"
#include "support/immortal.h"
#include "tiramisu/nn/layer_norm.h"

namespace tiramisu::nn {

normalization_backward normalization_of(const layer_norm_backward_problem &problem) {
    return {{value_group::image, value_group::place}, problem.sources(), problem.results()};
}

template <>
const solver_list<tensor_task<layer_norm_backward_problem>, program> &
all_tensor_solvers<layer_norm_backward_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<layer_norm_backward_problem>,
                    program>::of<vector_normalization<layer_norm_backward_problem>,
                                 naive_normalization<layer_norm_backward_problem>>());
    return all;
}

template class layer<layer_norm_backward_problem, layer_options, search_options>;
template class tensor_layer<layer_norm_backward_problem>;

} // namespace tiramisu::nn
