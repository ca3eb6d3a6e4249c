#pragma once

#include <string>

#include "autoscheduler/measure/worker.h"
#include "tiramisu/auto_schedule.h"

namespace tiramisu::tune {

worker_settings settings_of(const tuning &opts);

/// Throws user_error about `subject` for settings that contradict each other.
void require_sensible(const std::string &subject, const tuning &opts, source_place where);

} // namespace tiramisu::tune
