#pragma once

#include <string>
#include <vector>

#include "codegen/device/offload.h"

namespace tiramisu::lower {

/// How many blocks of a kernel are to be on one multiprocessor at once: two where its threads keep
/// many elements in registers and there is room for these, so that one computes while the other one
/// waits at a barrier; ptxas might take the few registers more that leave room for one. Otherwise
/// 1, which asks for nothing: what ptxas chooses for smaller blocks is better.
int blocks_at_once(const hir::Stmt &kernel, const kernel_launch &launch);

/// Says in PTX how many threads the blocks of each kernel have, so that the assembler gives a
/// thread no more registers than a block of so many can have: else large blocks could not be
/// started. PTX ISA, "Performance-Tuning Directives: .maxntid, .minnctapersm".
std::string with_launch_bounds(std::string ptx, const std::vector<kernel_launch> &kernels);

} // namespace tiramisu::lower
