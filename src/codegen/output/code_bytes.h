#pragma once

#include <cstddef>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Memory that a module takes once it is compiled into the process, about. LLVM does not tell; the
/// number of operations does so to a factor of two.
std::size_t code_bytes(const Halide::Module &module);

} // namespace tiramisu::lower
