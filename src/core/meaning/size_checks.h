#pragma once

#include <optional>
#include <string>

#include "core/program/program.h"
#include "core/program/state.h"

// What is right for some sizes alone is checked when the function is called.

namespace tiramisu::core {

/// { : sizes that are numbers of 32 bits }
isl::set of_32_bits(const isl::set &parameters);

/// That sizes are none of the wrong ones; `problem` says what is so for these, and that it is not
/// (where the others are, follows). Nothing where they are not known when the function is called.
std::optional<program_check> check_against(const function_state &function, const isl::set &wrong,
                                           const std::string &problem);

} // namespace tiramisu::core
