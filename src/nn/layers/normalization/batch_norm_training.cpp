#include "tiramisu/nn/batch_norm_training.h"
#include "nn/framework/tensor_layer/tensor_layer.h"
#include "nn/layers/normalization/forward.h"
#include "nn/layers/normalization/solvers.h"
#include "support/immortal.h"

namespace tiramisu::nn {

normalization normalization_of(const batch_norm_training_problem &problem) {
    const value_group group = group_of(problem.per);
    return {{group, group}, problem.sources(), problem.results(), problem.epsilon, problem.factor};
}

template <>
const solver_list<tensor_task<batch_norm_training_problem>, program> &
all_tensor_solvers<batch_norm_training_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<batch_norm_training_problem>,
                    program>::of<vector_normalization<batch_norm_training_problem>,
                                 naive_normalization<batch_norm_training_problem>>());
    return all;
}

template class layer<batch_norm_training_problem, layer_options, search_options>;
template class tensor_layer<batch_norm_training_problem>;

} // namespace tiramisu::nn
