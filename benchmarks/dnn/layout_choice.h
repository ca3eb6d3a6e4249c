#pragma once

#include <functional>
#include <vector>

#include <tiramisu/nn/conv2d.h>
#include <tiramisu/nn/find.h>

namespace tiramisu::bench {

/// Those of the choice with the least `milliseconds`, which are asked for once of each.
nn::conv2d_layouts
fastest_layouts(const std::vector<nn::conv2d_layouts> &choice,
                const std::function<double(const nn::conv2d_layouts &)> &milliseconds);

/// Milliseconds of the solvers that find() ranked first, of all steps together.
double sum_of_fastest(const std::vector<std::vector<nn::find_result>> &of_steps);

} // namespace tiramisu::bench
