#pragma once

#include <vector>

#include "nn/framework/program/configuration.h"

namespace tiramisu::nn {

/// At most `count` valid configurations: `start`, then its neighbours, in which one parameter has
/// the next smaller or larger of its values, nearer ones first.
std::vector<configuration> candidates(const configuration &start,
                                      const std::vector<tunable> &tunables, int count);

} // namespace tiramisu::nn
