#include "tiramisu/nn/layer_norm.h"
#include "nn/framework/tensor_layer/tensor_layer.h"
#include "nn/layers/normalization/forward.h"
#include "nn/layers/normalization/solvers.h"
#include "support/immortal.h"

namespace tiramisu::nn {

normalization normalization_of(const layer_norm_problem &problem) {
    return {{value_group::image, value_group::place},
            problem.sources(),
            problem.results(),
            problem.epsilon};
}

template <>
const solver_list<tensor_task<layer_norm_problem>, program> &
all_tensor_solvers<layer_norm_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<layer_norm_problem>, program>::of<
            vector_normalization<layer_norm_problem>, naive_normalization<layer_norm_problem>>());
    return all;
}

template class layer<layer_norm_problem, layer_options, search_options>;
template class tensor_layer<layer_norm_problem>;

} // namespace tiramisu::nn
