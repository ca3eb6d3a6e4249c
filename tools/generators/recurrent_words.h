#pragma once

#include <string>

#include "layer_words.h"
#include "tiramisu/nn/recurrent_problem.h"

// What the generators of recurrent layers share.

namespace tiramisu::nn {

/// The lines of a usage text that tell about the problem, dense or sparse.
std::string recurrent_usage(const std::string &cell);

/// The problem of these words. Throws user_error if there is nothing to generate.
recurrent_problem asked_recurrent(const layer_words &words);

/// For the header: sizes of sequences and states, and of lengths.
std::string recurrent_tensors_text(const recurrent_problem &problem);

/// For the header: what there is one of for each layer, or for each direction of each layer.
std::string each_pseudo_layer_text(const recurrent_problem &problem);

/// For the header: sizes of biases.
std::string biases_text(const recurrent_problem &problem);

} // namespace tiramisu::nn
