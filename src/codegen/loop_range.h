#pragma once

#include <cstdint>

#include "codegen/environment.h"
#include "codegen/halide.h"
#include "polyhedral/isl.h"

namespace tiramisu::lower {

/// A loop in isl's terms: the iterator runs from `first` through `last` in steps of `step`.
struct loop_range {
    Halide::Expr first, last;
    std::int64_t step = 1;

    /// Number of iterations, of the type of `first`.
    Halide::Expr extent() const;
};

loop_range range_of(const isl::ast_node_for &node, const environment &names);

} // namespace tiramisu::lower
