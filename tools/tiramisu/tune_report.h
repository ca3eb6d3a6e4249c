#pragma once

#include <string>
#include <vector>

namespace tiramisu::tool {

/// What became of one candidate; as tiramisu::tuned_candidate.
struct tuned_candidate {
    std::string sketch, outcome;
    double seconds = 0;
    std::string reason;
};

/// What a search for schedules of one function has found.
struct tuned_report {
    std::string function, table;
    std::string outline, cpp; ///< of the best schedule
    std::string inner_loop;   ///< in machine code, of the same; empty: not told
    std::vector<tuned_candidate> candidates;
};

/// A page: how the best time went down, what became of candidates by sketch, why some were not
/// measured, the schedule found and the machine code of its innermost loop.
std::string tune_report_page(const std::vector<tuned_report> &reports);

} // namespace tiramisu::tool
