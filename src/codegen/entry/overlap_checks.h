#pragma once

#include <vector>

#include "codegen/expressions/buffers.h"
#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// The memory of arguments does not overlap where the program has a pair of them, or only where
/// that changes nothing: a check for each pair, or one for many which overlap nothing.
std::vector<hir::Stmt> overlap_checks(const core::program &program, const buffer_table &buffers,
                                      const environment &names);

} // namespace tiramisu::lower
