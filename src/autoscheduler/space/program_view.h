#pragma once

#include "tiramisu/tune/program_view.h"

namespace tiramisu::tune {

struct machine;

/// Looks at the program; the function stays as it is. `sizes` gives scalar arguments their values.
/// Throws user_error where the program has no meaning.
program_view view_of(const function &what, const std::vector<buffer *> &arguments,
                     const std::map<std::string, long> &sizes, const machine &target,
                     source_place where);

} // namespace tiramisu::tune
