#pragma once

#include "codegen/expressions/buffers.h"
#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// The memory of two arguments does not overlap, or only where that changes nothing.
hir::Stmt overlap_check(const core::program &program, const core::program_overlap &pair,
                        const buffer_table &buffers, const environment &names);

} // namespace tiramisu::lower
