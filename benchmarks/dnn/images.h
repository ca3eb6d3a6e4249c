#pragma once

#include <array>

#include <tiramisu/nn/layout.h>

#include "aligned_floats.h"

namespace tiramisu::bench {

/// Small random numbers, the same for the same seed.
aligned_floats randoms(std::size_t count, unsigned seed);

/// Elements of a tensor in plain order.
std::size_t plain_count(const std::array<int, 4> &extents);

/// The same tensor in another layout.
void rearrange(const std::array<int, 4> &extents, nn::layout from_layout,
               const aligned_floats &from, nn::layout to_layout, aligned_floats &to);

} // namespace tiramisu::bench
