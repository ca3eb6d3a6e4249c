#pragma once

#include <vector>

#include "core/program/program.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// Affine conditions, what minima, maxima, quotients and remainders in indices are taken of, and
/// sizes of temporaries mean numbers without end, and are computed in 32 bits. Throws
/// unsupported_error where a part of one does not fit for any sizes, and returns checks that those
/// sizes are none for which it does not.
std::vector<program_check> arithmetic_range_checks(const function_state &function,
                                                   const program &resolved);

} // namespace tiramisu::core
