#pragma once

#include <optional>
#include <vector>

#include "polyhedral/ast.h"

namespace tiramisu::poly {

// The forms in which generate_ast() makes loops.

/// Nothing where they take too much work or there are too many copies of a statement.
std::optional<ast> separated_loops(const std::vector<scheduled_statement> &all,
                                   const isl::set &context);

/// Throws isl::exception where they take too much work. `more` times as much may be done as for
/// separated ones.
ast checked_loops(const std::vector<scheduled_statement> &all, const isl::set &context,
                  unsigned long more = 1);

/// Nothing where they take too much work, or where loops may not have more iterations: those on a
/// GPU, those around loops with run-time bounds, and those of masked vectors if they got more than
/// a vector has lanes.
std::optional<ast> guarded_loops(const std::vector<scheduled_statement> &all,
                                 const isl::set &context);

} // namespace tiramisu::poly
