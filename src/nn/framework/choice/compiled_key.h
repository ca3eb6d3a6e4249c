#pragma once

#include <string>

#include "tiramisu/options.h"

namespace tiramisu::nn {

/// What performance databases add to a task's key: how it is compiled, as far as that decides how
/// long it takes and neither the machine's fingerprint says it. What is as by default is left out.
/// Checks of arguments take nanoseconds, whatever the solver.
std::string compiled_key(const options &opts);

} // namespace tiramisu::nn
