#pragma once

#include <string>

#include "autoscheduler/measure/worker.h"
#include "tiramisu/auto_schedule.h"

namespace tiramisu::tune {

worker_settings settings_of(const tuning &opts);

/// Throws user_error about `subject` for settings that contradict each other.
void require_sensible(const std::string &subject, const tuning &opts, source_place where);

/// Throws user_error where a size is given of what is no scalar argument of the function.
void require_known_sizes(const function &what, const std::vector<buffer *> &arguments,
                         const tuning &opts, source_place where);

/// "there is no scalar argument "m"; the function has n": what is wrong with the name of a size.
std::string unknown_size_text(const std::string &name, const std::vector<std::string> &scalars);

} // namespace tiramisu::tune
