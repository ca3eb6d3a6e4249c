#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Sums of neighbouring products of 8- and 16-bit integers become sums of signed products, for
/// which processors have instructions. They arrive as sums modulo 2^32, which Halide knows no
/// instruction for. Where has_dot_products(), four products are added to a sum, modulo 2^32, by
/// one instruction.
hir::Stmt find_dot_products(const hir::Stmt &stmt, const Halide::Target &target);

} // namespace tiramisu::lower
