#pragma once

#include <cstdint>

#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "polyhedral/isl.h"

namespace tiramisu::lower {

/// A loop in isl's terms: the iterator runs from `first` through `last` in steps of `step`.
struct loop_range {
    Halide::Expr first, last;
    std::int64_t step = 1;

    /// Number of iterations, of the type of `first`.
    Halide::Expr extent() const;
    /// Whether the loop counts its iterations instead: where these are in steps, and where they
    /// begin so far from 0 that sums of two iterators leave 32 bits. Halide may make such sums of
    /// indices in which each iterator is taken from where it begins.
    bool is_counted_from_0() const;
};

loop_range range_of(const isl::ast_node_for &node, const environment &names);

} // namespace tiramisu::lower
