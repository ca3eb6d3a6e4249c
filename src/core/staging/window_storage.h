#pragma once

#include <vector>

#include "core/program/program.h"
#include "core/program/staging.h"
#include "core/staging/running_program.h"

namespace tiramisu::core {

/// Throws user_error where the program says itself where a window lies, and what is kept in it
/// would not lie there: memory that others use or the caller passes, indices with names of nothing,
/// elements outside of the buffer, or several values of one iteration in one element. Windows are
/// stored where they were when a schedule is given again, and then may have become larger. Returns
/// what has to be checked when the function is called.
std::vector<program_check> checks_of_window(const function_state &function, const staging &what,
                                            const running_program &running);

} // namespace tiramisu::core
