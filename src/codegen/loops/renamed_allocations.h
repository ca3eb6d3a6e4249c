#pragma once

#include <vector>

#include "codegen/expressions/buffers.h"
#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"

namespace tiramisu::lower {

/// The statement in which allocations of the buffers, with all that uses them, have other names. An
/// allocation of each buffer is to be put around it, which defines the sizes for all.
hir::Stmt renamed_allocations(const std::vector<const buffer_layout *> &buffers,
                              const hir::Stmt &body, name_supply &supply);

} // namespace tiramisu::lower
