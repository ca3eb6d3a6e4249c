#pragma once

#include "tiramisu/error.h"

// Parts of the older searches for schedules that this version has not: programs that name them
// compile, and get an unsupported_error when they make one.

namespace tiramisu::auto_scheduler::detail {

[[noreturn]] void refuse_search(const char *part, source_place where);

} // namespace tiramisu::auto_scheduler::detail
