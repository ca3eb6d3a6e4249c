#pragma once

#include <optional>
#include <vector>

#include "polyhedral/ast.h"

namespace tiramisu::poly {

// The forms in which generate_ast() makes loops.

/// Nothing where they take too much work or there are too many copies of a statement.
std::optional<ast> separated_loops(const std::vector<scheduled_statement> &all,
                                   const isl::set &context);

/// Throws isl::exception where they take too much work.
ast checked_loops(const std::vector<scheduled_statement> &all, const isl::set &context);

} // namespace tiramisu::poly
