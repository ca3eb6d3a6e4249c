#include "nn/layers/recurrent/header_text.h"
#include "nn/layers/recurrent/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<recurrent_layer>;

} // namespace

void description::require_something(const recurrent_task &task, source_place where) {
    require_steps(task.problem, where);
}

void description::write(const recurrent_program &made, const recurrent_task &,
                        const object_place &to, const options &opts) {
    write_packed_layer(made, *made.pack_weights, to, opts);
}

std::string description::header_text(const recurrent_program &, const recurrent_task &task,
                                     const object_place &to, const options &) {
    const recurrent_problem &p = task.problem;
    const std::string &name = to.name;
    return recurrent_tensors_text(p) + "\n * weights: " + std::to_string(p.weights_count()) +
           " floats, which " + name + "_pack_weights brings into the order that " + name +
           " reads:" + "\n * " + each_pseudo_layer_text(p) + " " + std::to_string(p.gates()) +
           " x hc x channels of its input, then " + std::to_string(p.gates()) +
           (p.proj > 0 ? " x hc x proj, then proj x hc" : " x hc x hc") +
           (p.bias ? "; behind those of all layers " + biases_text(p) + " biases" : "");
}

} // namespace tiramisu::nn
