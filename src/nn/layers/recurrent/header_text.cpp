#include "nn/layers/recurrent/header_text.h"

#include <vector>

#include "nn/framework/files/header_text.h"

namespace tiramisu::nn {

std::string recurrent_tensors_text(const recurrent_problem &p) {
    using sizes = std::vector<int>;
    const auto state = [&](int channels) {
        return times(sizes{p.pseudo_layers(), p.mb, channels});
    };
    const std::string cells =
        p.has_cell_state() ? "; first_cell and last_cell, likewise of cells: " + state(p.hc) : "";
    const std::string steps = p.lengths ? "steps" : std::to_string(p.t);
    const std::string lengths = p.lengths ? "\n * steps: from 0 to " + std::to_string(p.t) +
                                                "; lengths: " + std::to_string(p.mb) +
                                                ", each from 0 to steps; others are refused"
                                          : "";
    return "src: " + steps + " x " + times(sizes{p.mb, p.ic}) + "; dst: " + steps + " x " +
           times(sizes{p.mb, p.dlc()}) +
           "\n * first_hidden and last_hidden, states before the first step and after the last "
           "one: " +
           state(p.dic()) + cells + lengths;
}

std::string each_pseudo_layer_text(const recurrent_problem &p) {
    return p.directions() == 1 ? "for each layer" : "for each layer, for each direction of it,";
}

std::string biases_text(const recurrent_problem &p) {
    return std::string(p.directions() == 1 ? "l x " : "l x directions x ") +
           std::to_string(p.bias_gates()) + " x hc";
}

void require_steps(const recurrent_problem &problem, source_place where) {
    require_some(problem.text(), "t", problem.t, where);
    require_some(problem.text(), "mb", problem.mb, where);
}

} // namespace tiramisu::nn
