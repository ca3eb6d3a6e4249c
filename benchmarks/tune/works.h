#pragma once

#include "aligned_floats.h"
#include "contest.h"
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
    /// Values of its arguments. The last one is the result, or has it when the program is done.
    std::function<std::vector<aligned_floats>()> values;
    /// Others who do the same with these values, for a number of threads. They leave their results
    /// where they are told, as the program leaves its own; what they change in place is there
    /// before they begin.
    std::function<std::vector<contender>(const std::vector<aligned_floats> &values, int threads,
                                         aligned_floats &result)>
        peers;
};

/// All of them, by what they do, in the order of their files.
std::vector<tuned_work> tuned_works();

} // namespace tiramisu::bench
