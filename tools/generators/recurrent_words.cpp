#include "recurrent_words.h"

#include <vector>

#include "layer_generator.h"

namespace tiramisu::nn {

std::string recurrent_usage(const std::string &cell) {
    return std::string(
               "  l t mb ic hc bias    the problem: layers, steps, sequences, channels, units; ic "
               "and hc have\n"
               "                       to be there\n"
               "  lengths=1            the caller says how many steps there are, up to t, and how "
               "many of them\n"
               "                       each sequence has\n"
               "  direction=forward    or reverse, or bidirectional\n") +
           (cell == "lstm" ? "  proj=P               hidden states are projected to P channels\n"
                           : "");
}

recurrent_problem asked_recurrent(const layer_words &words) {
    const recurrent_problem problem = recurrent_problem::parse(words.problem(), {});
    for (const auto &[key, size] : {std::pair{"t", problem.t}, {"mb", problem.mb}}) {
        if (size == 0) {
            throw user_error("problem \"" + problem.text() + "\"", key,
                             "is 0, must be at least 1: there is nothing to generate");
        }
    }
    return problem;
}

std::string recurrent_tensors_text(const recurrent_problem &p) {
    using sizes = std::vector<int>;
    const auto state = [&](int channels) {
        return times(sizes{p.pseudo_layers(), p.mb, channels});
    };
    const std::string cells =
        p.has_cell_state() ? "; c0 and cn, likewise of cells: " + state(p.hc) : "";
    const std::string steps = p.lengths ? "steps" : std::to_string(p.t);
    const std::string lengths = p.lengths ? "\n * steps: from 0 to " + std::to_string(p.t) +
                                                "; lengths: " + std::to_string(p.mb) +
                                                ", each from 0 to steps; others are refused"
                                          : "";
    return "src: " + steps + " x " + times(sizes{p.mb, p.ic}) + "; dst: " + steps + " x " +
           times(sizes{p.mb, p.dlc()}) +
           "\n * h0 and hn, states before the first step and after the last one: " +
           state(p.dic()) + cells + lengths;
}

std::string each_pseudo_layer_text(const recurrent_problem &p) {
    return p.directions() == 1 ? "for each layer" : "for each layer, for each direction of it,";
}

std::string biases_text(const recurrent_problem &p) {
    return std::string(p.directions() == 1 ? "l x " : "l x directions x ") +
           std::to_string(p.bias_gates()) + " x hc";
}

} // namespace tiramisu::nn
