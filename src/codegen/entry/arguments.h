#pragma once

#include <vector>

#include "codegen/expressions/halide.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// The arguments of the C function: buffers, then scalars by value.
std::vector<hir::LoweredArgument> function_arguments(const core::program &program);

} // namespace tiramisu::lower
