#pragma once

#include "tiramisu/tune/program_view.h"

namespace tiramisu::core {
struct function_state;
struct meaning;
} // namespace tiramisu::core

namespace tiramisu::tune {

/// Adds to an empty view the statements, stages and buffers of an algorithm: what they compute,
/// how often, and where they read and write. `sizes` has the values of its parameters,
/// `compiled` those of them that no call gives.
void add_algorithm(program_view &view, core::function_state &function, const core::meaning &meant,
                   const std::map<std::string, long> &sizes,
                   const std::map<std::string, long> &compiled);

} // namespace tiramisu::tune
