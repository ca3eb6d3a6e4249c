#include "tiramisu/nn/eltwise.h"
#include "nn/framework/program/post_op_expr.h"
#include "nn/framework/tensor_layer/pixels.h"
#include "nn/framework/tensor_layer/tensor_layer.h"
#include "support/immortal.h"

namespace tiramisu::nn {

namespace {

/// As one row, where the layout has no channels too many.
tensor as_one_row(tensor all) {
    if (all.size() == element_count(layout::nchw, all.extents)) {
        return {all.name, {1, 1, 1, static_cast<int>(all.size())}, layout::nchw, all.type};
    }
    return as_rows(all);
}

expr result_at(const eltwise_problem &problem, const tensor_arguments &arguments,
               const image_iterators &at) {
    const image_index here = {at.n, at.c, at.y, at.x};
    expr value = arguments.value(0, here);
    if (problem.with) {
        const expr other = arguments.value(1, here);
        value = *problem.with == eltwise_problem::binary::add ? value + other : value * other;
    }
    return after(problem.post_ops, value);
}

} // namespace

pixels pixels_of(const eltwise_problem &problem) {
    std::vector<tensor> sources = problem.sources();
    for (tensor &one : sources) {
        one = as_one_row(one);
    }
    return {sources, as_one_row(problem.dst()),
            [&](const tensor_arguments &arguments, const image_iterators &at) {
                return result_at(problem, arguments, at);
            }};
}

template <>
const solver_list<tensor_task<eltwise_problem>, program> &all_tensor_solvers<eltwise_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<eltwise_problem>, program>::of<vector_pixels<eltwise_problem>,
                                                               naive_pixels<eltwise_problem>>());
    return all;
}

template class layer<eltwise_problem, layer_options, search_options>;
template class tensor_layer<eltwise_problem>;

} // namespace tiramisu::nn
