#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Conversions of 16-bit floats are ones from and to float32, with which Halide merges others;
/// those of bfloat16 are in integers, as processors compute them that have no instruction for them.
/// Where the processor adds up two products of bfloat16 numbers at once, sums of neighbouring ones
/// stay as they are, and get their factors in 16 bits, wherever these were computed.
hir::Stmt lower_bfloats(const hir::Stmt &stmt, const Halide::Target &target);

/// Conversions between float32 and float16 in integers.
hir::Stmt lower_halves(const hir::Stmt &stmt);

/// Whether the processor converts float16 to float32 and back.
bool has_halves(const Halide::Target &target);

} // namespace tiramisu::lower
