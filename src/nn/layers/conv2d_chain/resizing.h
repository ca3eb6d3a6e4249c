#pragma once

#include <string>

#include "nn/framework/program/machine.h"
#include "nn/layers/conv2d_chain/chain_memory.h"

namespace tiramisu::nn {

/// What resizes the pictures that a round of a chain's C function, called `name`, reads.
sequence_call resizing_call(const resize_problem &resizing, const machine &on,
                            const layer_options &how, const std::string &name,
                            const chain_memory &memory);

} // namespace tiramisu::nn
