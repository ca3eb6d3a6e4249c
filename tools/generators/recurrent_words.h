#pragma once

#include <string>

#include "layer_words.h"
#include "tiramisu/nn/recurrent_problem.h"

// What the generators of recurrent layers share.

namespace tiramisu::nn {

/// The lines of a usage text that tell about the problem, dense or sparse.
constexpr const char *recurrent_usage =
    "  l t mb ic hc bias    the problem: layers, steps, sequences, channels, units; ic and hc "
    "have\n"
    "                       to be there\n"
    "  lengths=1            the caller says how many steps there are, up to t, and how many of "
    "them\n"
    "                       each sequence has\n"
    "  direction=forward    or reverse, or bidirectional\n";

/// The problem of these words. Throws user_error if there is nothing to generate.
recurrent_problem asked_recurrent(const layer_words &words);

/// For the header: sizes of sequences and states, and of lengths.
std::string recurrent_tensors_text(const recurrent_problem &problem);

/// For the header: what there is one of for each layer, or for each direction of each layer.
std::string each_pseudo_layer_text(const recurrent_problem &problem);

/// For the header: sizes of biases.
std::string biases_text(const recurrent_problem &problem);

} // namespace tiramisu::nn
