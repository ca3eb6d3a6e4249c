#pragma once

#include <string>

#include "nn/framework/program/machine.h"
#include "nn/layers/conv2d_chain/chain_memory.h"

namespace tiramisu::nn {

/// What resizes the images that a round of a chain's C function, called `name`, reads.
sequence_call resizing_call(const resize_problem &resizing, const machine &target,
                            const layer_options &opts, const std::string &name,
                            const chain_memory &memory);

} // namespace tiramisu::nn
