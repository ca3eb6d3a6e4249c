#pragma once

#include "nn/layers/conv2d/tensors.h"

namespace tiramisu::nn {

/// Runs a copy of the image, over at.n, iy, ix, at.g, at.c, on lanes: of channels, which lie a
/// plane apart in plain images, a few of them along a row, so that what their cache lines hold is
/// used while they are there; of columns where there are few channels.
void schedule_channels(const conv2d_task &of, const conv2d_iterators &at, computation image);

} // namespace tiramisu::nn
