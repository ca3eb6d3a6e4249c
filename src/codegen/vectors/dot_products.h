#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Sums of neighbouring products of 8- and 16-bit integers become sums of signed products, for
/// which processors have instructions. They arrive as sums modulo 2^32, which Halide knows no
/// instruction for. Where has_dot_products(), four products are added to a sum, modulo 2^32, by
/// one instruction.
hir::Stmt find_dot_products(const hir::Stmt &stmt, const Halide::Target &target);

/// Whether the processor adds four products of 8-bit integers to a 32-bit one at once, and two of
/// bfloat16 numbers to a float32: those that do one do the other.
bool has_dot_products(const Halide::Target &target);

} // namespace tiramisu::lower
