#pragma once

#include "codegen/expressions/halide.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// The target without AVX512-FP16 where the program has IEEE floats of 16 bits, in memory or in
/// expressions: they are computed with in 32 bits, as on all other processors. LLVM up to 21.1
/// turns the operands of masked comparisons of these instructions around, but not the comparison
/// (llvm/llvm-project #160304), which wrong results came of.
Halide::Target without_half_floats(const core::program &program, const Halide::Target &target);

} // namespace tiramisu::lower
