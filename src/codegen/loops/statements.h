#pragma once

#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"
#include "codegen/loops/lane_branches.h"
#include "codegen/loops/lane_mask.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// One instance of a statement: lets, guard, store. `names` holds the values of its iterators.
/// With `is_horizontal` the store is marked so that a vectorized loop around it combines its lanes
/// into one element. It runs in the lanes that are on, in the branches around.
hir::Stmt statement_instance(const core::program_statement &statement, const environment &names,
                             bool is_horizontal, const lane_mask &lanes,
                             const lane_branches &branches, name_supply &supply);

} // namespace tiramisu::lower
