#pragma once

#include <string>
#include <vector>

#include "autoscheduler/measure/tuning_log.h"

namespace tiramisu::tune {

/// The best schedules that a log has of other programs of a class, one a program.
struct donor_log {
    std::string path; ///< empty: no log has any
    std::vector<log_record> best;
};

/// Of several logs, the one that donor_score() prefers. Of a program that was tuned on this
/// machine, the times here count alone. Throws as read_log() does.
donor_log donors_of(const program_class &of, const std::string &algorithm,
                    const std::string &machine, const std::vector<std::string> &logs,
                    source_place where);

} // namespace tiramisu::tune
