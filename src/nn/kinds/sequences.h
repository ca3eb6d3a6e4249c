#pragma once

#include <string>
#include <vector>

#include "nn/kinds/named_memory.h"
#include "tiramisu/nn/recurrent.h"

// What kinds of recurrent layers share, dense or sparse.

namespace tiramisu::nn {

constexpr recurrent_cell all_cells[] = {recurrent_cell::lstm, recurrent_cell::gru,
                                        recurrent_cell::rnn_tanh, recurrent_cell::rnn_relu};

/// The text of a problem of this cell.
std::string sequence_example(recurrent_cell cell);

/// A problem with lengths has an argument of this name, of s32, which may be left out.
std::vector<layer_argument> sequence_arguments(const recurrent_problem &problem);

/// All sequences have all steps, or those that lengths say.
recurrent_data sequence_data(const named_memory &memory);

} // namespace tiramisu::nn
