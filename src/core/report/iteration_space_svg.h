#pragma once

#include <string>

#include "core/report/iteration_space.h"

namespace tiramisu::core {

/// A picture that needs nothing else: a mark an instance, coloured by tile, with its place in the
/// order of execution; arrows from an instance to those that depend on it; a legend.
std::string to_svg(const iteration_space &space);

} // namespace tiramisu::core
