#pragma once

#include <limits>
#include <vector>

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

} // namespace tiramisu::bench
