#pragma once

#include <vector>

#include "autoscheduler/measure/tuning_log.h"
#include "autoscheduler/space/machine.h"

namespace tiramisu::tune {

/// Schedules of a class that are installed with the library, for the same vectors: that of the
/// program itself first, then those of the nearest sizes. Throws as read_log() does where the file
/// is damaged.
std::vector<log_record> shipped_schedules(const program_class &of, const std::string &algorithm,
                                          const machine &target, source_place where);

} // namespace tiramisu::tune
