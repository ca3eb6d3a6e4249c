#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// The buffers that buffer::allocate_at() places, in the loops as they are scheduled now. Throws
/// user_error where the loop does not hold all that uses its buffer, schedule_error where an
/// iteration reads what another one wrote.
std::vector<poly::scoped_buffer> placed_buffers(const function_state &function,
                                                const analysis &now);

} // namespace tiramisu::core
