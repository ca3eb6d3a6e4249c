#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Whether integers of several widths, with a sign or without, are extended to one wider type. LLVM
/// 21 makes wrong code for AVX2 and AVX-512, or none, where it puts vectors of both side by side
/// (llvm/llvm-project #173030, mended in LLVM 22).
bool extends_several_widths(const hir::Stmt &stmt);

} // namespace tiramisu::lower
