#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Masked loads of every second, third or fourth element become dense masked loads, of which lanes
/// are taken: Halide would load lane by lane. The first lanes are on, so what lies between the
/// elements that they read is read, and nothing beyond. Only of 32 bits and more: processors
/// without AVX-512 mask no others.
hir::Stmt make_masked_strides_dense(const hir::Stmt &stmt);

} // namespace tiramisu::lower
