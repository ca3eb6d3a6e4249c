#include "nn/layers/conv2d/packing.h"
#include "nn/layers/conv2d/tensors.h"
#include "nn/layers/conv2d_backward_data/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<conv2d_backward_data_layer>;

} // namespace

void description::require_something(const backward_data_task &task, source_place where) {
    require_some(task.problem.text(), "mb", task.problem.mb, where);
}

void description::write(const packed_program &made, const backward_data_task &task,
                        const object_place &to, const options &opts) {
    const std::string packing = to.further("pack_weights").name;
    write_packed_layer(made, packing_for(convolution_of(task), made, packing), to, opts);
}

std::string description::header_text(const packed_program &, const backward_data_task &task,
                                     const object_place &to, const options &) {
    const conv2d_backward_data_problem &p = task.problem;
    const auto images = [](const tensor &one) {
        return one.name + ": " + times(one.extents) + " as " + to_string(one.format);
    };
    return images(p.diff_dst()) + "; " + images(p.diff_src()) +
           "\n * weights: " + times(p.weights_extents()) + ", which " + to.name +
           "_pack_weights brings into the order that " + to.name + " reads";
}

} // namespace tiramisu::nn
