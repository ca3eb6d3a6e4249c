#pragma once

#include <string>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// A line for each access to an array that the threads of a block share: how often the banks of
/// that memory are asked one after another for what a warp asks for at once. It is counted for the
/// elements that the first warp of a block accesses in one iteration of the other loops.
std::string bank_conflicts(const function_state &function, const analysis &now);

} // namespace tiramisu::core
