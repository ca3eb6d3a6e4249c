#include "tiramisu/nn/eltwise_backward.h"
#include "nn/framework/program/post_op_derivative.h"
#include "nn/framework/tensor_layer/pixels.h"
#include "nn/framework/tensor_layer/tensor_layer.h"
#include "support/immortal.h"

namespace tiramisu::nn {

pixels pixels_of(const eltwise_backward_problem &problem) {
    return {as_rows(problem.sources()), as_rows(problem.dst()),
            [&](const tensor_arguments &arguments, const image_iterators &at) {
                const expr src = arguments.source(0)(at.n, at.c, at.y, at.x);
                const expr diff_dst = arguments.source(1)(at.n, at.c, at.y, at.x);
                return diff_dst * derivative(problem.post_ops, src);
            }};
}

template <>
const solver_list<tensor_task<eltwise_backward_problem>, program> &
all_tensor_solvers<eltwise_backward_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<eltwise_backward_problem>,
                    program>::of<vector_pixels<eltwise_backward_problem, pixel_use::of_f32>,
                                 naive_pixels<eltwise_backward_problem, pixel_use::of_f32>>());
    return all;
}

template class layer<eltwise_backward_problem, layer_options, search_options>;
template class tensor_layer<eltwise_backward_problem>;

} // namespace tiramisu::nn
