#pragma once

#include <tiramisu/nn/nn.h>
#include <tiramisu/tiramisu.h>

namespace tiramisu::bench {

/// Values of the image, by row, column and channel, and 0 around it as the problem says.
computation declare_padded(const nn::conv2d_problem &p, const input &image, const var &channel);

} // namespace tiramisu::bench
