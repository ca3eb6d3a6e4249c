#pragma once

#include <functional>
#include <vector>

#include "nn/layers/conv2d/tensors.h"
#include "nn/sparse/conv2d/tiled_sums.h"

namespace tiramisu::nn {

/// What the non-zeros of a known pattern are, and what they meet in a tile.
struct unrolled_operands {
    std::function<expr(int k)> weight;
    std::function<expr(int column)> met;
};

/// Neighbouring filters: from the first up to, without, the end.
struct filter_range {
    int first, end;
};

/// Filters whose pattern is known, in straight-line code:
///
///     for tiles of y rows by x vectors
///         sums[f][y][x] = bias                                          in registers
///         for steps of so many elements of the kernels of all channels, of those that filters have
///             sums[f][y][x] += weight(k) * met(element)[y][x]        for the non-zeros of f there
///         dst = post-ops of the sums
///
/// Filters are an inner loop, so that those that have a non-zero at the same element use one load.
/// Returns what computes them, in its order.
std::vector<computation> unrolled_filters(const sparse_conv2d_task &task, const tiling &blocking,
                                          const tile_loops &at, const conv2d_images &images,
                                          const unrolled_operands &operands,
                                          const filter_range &filters, int elements);

} // namespace tiramisu::nn
