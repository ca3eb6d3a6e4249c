#pragma once

#include <vector>

#include "graph/operators/expansion.h"
#include "graph/operators/window.h"

namespace tiramisu::graph {

/// Writes a Conv of images [N, C, D, H, W] by constant filters, with these three windows, as one of
/// images of two dimensions: each plane of the result is an image, and the elements that a window
/// meets along the depth are channels of it.
void convolve_planes(expansion &to, const std::vector<window> &windows);

} // namespace tiramisu::graph
