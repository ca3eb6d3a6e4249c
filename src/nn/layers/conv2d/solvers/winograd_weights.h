#pragma once

#include <string>

#include "nn/framework/program/program.h"
#include "nn/layers/conv2d/solvers/winograd_tiling.h"
#include "nn/layers/conv2d/tensors.h"

namespace tiramisu::nn {

/// Of a group: filters in blocks, for each product all channels.
weights_arrangement transformed_weights(const conv2d_task &task, const winograd_tiling &blocking);

/// weights -> g weights g^T, with the g of either direction.
program weights_transformer(const conv2d_task &task, const winograd_tiling &blocking,
                            const std::string &name);

} // namespace tiramisu::nn
