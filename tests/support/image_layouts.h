#pragma once

#include <array>
#include <vector>

#include "tiramisu/nn/layout.h"

namespace tiramisu::oracle {

/// From plain into a layout; what the layout has too much is no number, so that reading it shows.
std::vector<float> arranged(const std::vector<float> &plain, nn::layout to,
                            const std::array<int, 4> &extents);

/// The reverse.
std::vector<float> plain(const std::vector<float> &arranged, nn::layout from,
                         const std::array<int, 4> &extents);

} // namespace tiramisu::oracle
