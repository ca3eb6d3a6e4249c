#pragma once

#include "tiramisu/error.h"

// Searches for schedules, by their older names. This version makes none: programs that name them
// compile, and get an unsupported_error when they make the first part of one.

namespace tiramisu::auto_scheduler::detail {

[[noreturn]] void refuse_search(const char *part, source_place where);

} // namespace tiramisu::auto_scheduler::detail
