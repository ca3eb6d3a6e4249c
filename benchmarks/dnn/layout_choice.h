#pragma once

#include <functional>
#include <vector>

#include <tiramisu/nn/conv2d.h>

namespace tiramisu::bench {

/// Those of the choice with the least `milliseconds`, which are asked for once of each.
nn::conv2d_layouts
fastest_layouts(const std::vector<nn::conv2d_layouts> &choice,
                const std::function<double(const nn::conv2d_layouts &)> &milliseconds);

} // namespace tiramisu::bench
