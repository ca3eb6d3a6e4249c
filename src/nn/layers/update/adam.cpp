#include "nn/framework/tensor_layer/tensor_layer.h"
#include "nn/layers/update/steps.h"
#include "support/immortal.h"
#include "tiramisu/nn/update.h"

namespace tiramisu::nn {

namespace {

/// A mean that remembers `share` of what it was.
expr mean_of(const expr &before, const expr &value, float share) {
    return before * share + value * (1.0f - share);
}

/// What a mean that started as 0 is divided by. Computed once for all values; steps count from 1.
expr weight_of_mean(const std::string &name, float share, const expr &step) {
    const computation weight(name, {}, 1.0f - pow(expr(share), max(step, 1.0f)));
    return weight();
}

} // namespace

update_steps steps_of(const adam_problem &problem) {
    update_steps steps(problem.sources(), problem.results());
    const expr values = steps.before(0), gradient = steps.source(0), rate = steps.number(1),
               step = steps.number(2);
    const expr mean_weight = weight_of_mean("mean_weight", problem.beta1, step),
               square_weight = weight_of_mean("square_weight", problem.beta2, step);
    const expr mean = steps.set(1, "next_mean", mean_of(steps.before(1), gradient, problem.beta1));
    const expr square =
        steps.set(2, "next_square", mean_of(steps.before(2), gradient * gradient, problem.beta2));
    // No sum of squares is negative, but memory that the caller did not set may be.
    const expr deviation = sqrt(max(square, 0.0f) / square_weight) + problem.epsilon;
    expr direction = mean / mean_weight / deviation;
    if (problem.decay != 0) {
        direction = direction + values * problem.decay;
    }
    steps.set(0, "next_values", values - rate * direction);
    return steps;
}

template <>
const solver_list<tensor_task<adam_problem>, program> &all_tensor_solvers<adam_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<adam_problem>, program>::of<vector_update<adam_problem>,
                                                            naive_update<adam_problem>>());
    return all;
}

template class layer<adam_problem, layer_options, search_options>;
template class tensor_layer<adam_problem>;

} // namespace tiramisu::nn
