#pragma once

#include "autoscheduler/cost/features/running_program.h"

namespace tiramisu::tune {

/// When the elements that a statement touches are touched again.
struct reuse {
    enum class kind {
        by_loop,       ///< in the next iteration of a loop that does not move
        by_statements, ///< by another statement of a loop that both share
        none
    };
    kind how = kind::none;
    double iterations = 0; ///< until then
    double bytes = 0;      ///< that are touched until then
    double times = 0;      ///< that it happens in the loop
};

/// The innermost reuse of elements of `buffer`, which is one of the statement's.
reuse reuse_of(const running_program &program, const running_statement &statement,
               const touched_buffer &buffer);

} // namespace tiramisu::tune
