#include "nn/framework/tensor_layer/tensor_layer.h"
#include "nn/layers/pooling/solvers.h"
#include "support/immortal.h"

namespace tiramisu::nn {

template <>
const solver_list<tensor_task<pooling_problem>, program> &all_tensor_solvers<pooling_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<pooling_problem>, program>::of<
            pooling_by_rows, pooling_by_columns, pooling_by_windows, naive_pooling>());
    return all;
}

template class layer<pooling_problem, layer_options, search_options>;
template class tensor_layer<pooling_problem>;

} // namespace tiramisu::nn
