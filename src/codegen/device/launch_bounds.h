#pragma once

#include <string>
#include <vector>

#include "codegen/device/offload.h"

namespace tiramisu::lower {

/// Says in PTX how many threads the blocks of each kernel have, so that the assembler gives a
/// thread no more registers than a block of so many can have: else large blocks could not be
/// started. PTX ISA, "Performance-Tuning Directives: .maxntid".
std::string with_launch_bounds(std::string ptx, const std::vector<kernel_launch> &kernels);

} // namespace tiramisu::lower
