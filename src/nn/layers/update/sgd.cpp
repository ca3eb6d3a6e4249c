#include "nn/framework/tensor_layer/tensor_layer.h"
#include "nn/layers/update/steps.h"
#include "support/immortal.h"
#include "tiramisu/nn/update.h"

namespace tiramisu::nn {

update_steps steps_of(const sgd_problem &problem) {
    update_steps steps(problem.sources(), problem.results());
    const expr values = steps.before(0), rate = steps.number(1);
    expr direction = steps.source(0);
    if (problem.decay != 0) {
        direction = direction + values * problem.decay;
    }
    if (problem.momentum != 0) {
        direction = steps.set(1, "next_velocity", steps.before(1) * problem.momentum + direction);
    }
    steps.set(0, "next_values", values - rate * direction);
    return steps;
}

template <>
const solver_list<tensor_task<sgd_problem>, program> &all_tensor_solvers<sgd_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<sgd_problem>, program>::of<vector_update<sgd_problem>,
                                                           naive_update<sgd_problem>>());
    return all;
}

template class layer<sgd_problem, layer_options, search_options>;
template class tensor_layer<sgd_problem>;

} // namespace tiramisu::nn
