#pragma once

#include <limits>
#include <vector>

#include <tiramisu/nn/find.h>

namespace tiramisu::bench {

/// That of the choice with the least `milliseconds`, which are asked for once of each.
template <typename Way, typename Milliseconds>
Way fastest_of(const std::vector<Way> &choice, Milliseconds milliseconds) {
    Way chosen = choice.front();
    double fastest = std::numeric_limits<double>::infinity();
    for (const Way &one : choice) {
        const double taken = milliseconds(one);
        if (taken < fastest) {
            fastest = taken;
            chosen = one;
        }
    }
    return chosen;
}

/// Milliseconds of the solvers that find() ranked first, of all steps together.
double sum_of_fastest(const std::vector<std::vector<nn::find_result>> &of_steps);

} // namespace tiramisu::bench
