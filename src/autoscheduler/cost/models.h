#pragma once

#include <memory>
#include <string>
#include <vector>

#include "autoscheduler/cost/cost_model.h"
#include "autoscheduler/cost/learned/training_set.h"

namespace tiramisu::tune {

/// Which model, and what it begins with.
struct model_choice {
    std::string name;      ///< "analytic", "learned" or "random"
    unsigned seed = 1;     ///< of "random"
    std::string task = {}; ///< of "learned": the program, on this machine
    std::string file = {}; ///< of "learned": what it has learned before; empty, or not there yet
    std::vector<measured_schedule> known = {}; ///< of "learned": to learn from
};

/// Throws user_error for other names, and unsupported_error for "learned" where there is no
/// XGBoost.
std::unique_ptr<cost_model> model_called(const model_choice &choice, const machine &target);

} // namespace tiramisu::tune
