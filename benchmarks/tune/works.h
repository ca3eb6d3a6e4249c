#pragma once

#include "schedules/scheduled_function.h"

#include <functional>
#include <string>
#include <vector>

namespace tiramisu::bench {

/// A program that schedules are searched for.
struct tuned_work {
    std::string id;
    double operations = 0;
    /// The algorithm, without a schedule.
    std::function<scheduled_function()> declare;
    /// Given to it, the schedule that one writes without looking further.
    std::function<void(function &)> by_hand;
};

/// Shapes of Ansor's benchmarks and of PolyBench's: a product of matrices, convolutions, softmax, a
/// stencil in time, and LU without pivots.
const std::vector<tuned_work> &tuned_works();

} // namespace tiramisu::bench
