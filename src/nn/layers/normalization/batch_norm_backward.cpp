#include "nn/framework/tensor_layer/tensor_layer.h"
#include "nn/layers/normalization/backward.h"
#include "nn/layers/normalization/solvers.h"
#include "support/immortal.h"
#include "tiramisu/nn/batch_norm_training.h"

namespace tiramisu::nn {

normalization_backward normalization_of(const batch_norm_backward_problem &problem) {
    const value_group group = group_of(problem.per);
    return {{group, group}, problem.sources(), problem.results()};
}

template <>
const solver_list<tensor_task<batch_norm_backward_problem>, program> &
all_tensor_solvers<batch_norm_backward_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<batch_norm_backward_problem>,
                    program>::of<vector_normalization<batch_norm_backward_problem>,
                                 naive_normalization<batch_norm_backward_problem>>());
    return all;
}

template class layer<batch_norm_backward_problem, layer_options, search_options>;
template class tensor_layer<batch_norm_backward_problem>;

} // namespace tiramisu::nn
