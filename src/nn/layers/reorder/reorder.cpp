#include "tiramisu/nn/reorder.h"
#include "nn/framework/tensor_layer/pixels.h"
#include "nn/framework/tensor_layer/tensor_layer.h"
#include "support/immortal.h"

namespace tiramisu::nn {

pixels pixels_of(const reorder_problem &problem) {
    return {as_rows(problem.sources()), as_rows(problem.dst()),
            [&](const tensor_arguments &arguments, const image_iterators &at) {
                return arguments.source(0)(at.n, at.c, at.y, at.x);
            }};
}

template <>
const solver_list<tensor_task<reorder_problem>, program> &all_tensor_solvers<reorder_problem>() {
    static const auto &all = support::immortal(
        solver_list<tensor_task<reorder_problem>,
                    program>::of<vector_pixels<reorder_problem, pixel_use::moved>,
                                 naive_pixels<reorder_problem, pixel_use::moved>>());
    return all;
}

template class layer<reorder_problem, layer_options, search_options>;
template class tensor_layer<reorder_problem>;

} // namespace tiramisu::nn
