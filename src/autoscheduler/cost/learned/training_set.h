#pragma once

#include <string>
#include <vector>

#include "autoscheduler/cost/features/features.h"

namespace tiramisu::tune {

/// A schedule of some task, and how long it takes.
struct measured_schedule {
    std::string task; ///< the same for the same program on the same machine
    std::vector<feature_row> rows;
    double seconds = 0;
    double prior = 0; ///< the speed that another model expects, about 1 for the fastest of the task
};

/// Speeds of each, 1 for the fastest of its task.
std::vector<double> speeds_of(const std::vector<measured_schedule> &all);

} // namespace tiramisu::tune
