#pragma once

#include <functional>

#include "nn/framework/program/program.h"
#include "nn/layers/recurrent/task.h"

namespace tiramisu::nn {

/// A weight, or with nothing `from` a bias: layer, direction, slot of the cell's sums, unit, and
/// channel of the input or hidden unit that it is multiplied with.
struct recurrent_weight {
    expr layer, direction, slot, unit, from;
};

/// Where weights lie in one array of `count` floats.
struct recurrent_weights {
    using place = std::function<expr(const recurrent_weight &)>;

    int count;
    place of_src;    ///< of layer 0's input
    place of_input;  ///< of the input of layers above
    place of_hidden; ///< of the hidden state
    place of_output; ///< of a projection; slot is 0, units are its channels
    place of_bias;
};

/// Units in blocks. A block has for each channel all slots' weights of its units side by side: the
/// vectors that one step of a product reads. Missing units of the last block are zeros.
struct unit_blocks {
    int units, size;

    int count() const { return (units + size - 1) / size; }
    int padded_units() const { return count() * size; }
};
/// Channels of hidden states, in blocks of the same size.
unit_blocks blocks_of_state(const recurrent_problem &problem, const unit_blocks &units);

recurrent_weights packed_recurrent_weights(const recurrent_problem &problem,
                                           const unit_blocks &blocks);

/// The function that brings plain weights into blocks.
program recurrent_weights_packer(const recurrent_problem &problem, const unit_blocks &blocks,
                                 const std::string &name);

} // namespace tiramisu::nn
