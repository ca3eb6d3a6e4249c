#pragma once

#include <string>

#include "tiramisu/nn/recurrent_problem.h"

// What headers of recurrent layers tell, dense or sparse.

namespace tiramisu::nn {

/// Sizes of sequences and states, and of lengths.
std::string recurrent_tensors_text(const recurrent_problem &problem);

/// What there is one of for each layer, or for each direction of each layer.
std::string each_pseudo_layer_text(const recurrent_problem &problem);

/// Sizes of biases.
std::string biases_text(const recurrent_problem &problem);

/// Throws user_error if there is nothing to compute.
void require_steps(const recurrent_problem &problem, source_place where);

} // namespace tiramisu::nn
