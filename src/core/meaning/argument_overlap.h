#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// Notes in `code`, which is `now.resolved`, the pairs of arguments whose memory must not overlap:
/// `now.accesses` write one of them and touch the other.
///
/// They may be the same memory where all that is read of an element of the one is read by the very
/// instance that writes this element of the other: the value is there before it is replaced,
/// whatever the schedule.
void note_argument_overlaps(const analysis &now, program &code);

} // namespace tiramisu::core
