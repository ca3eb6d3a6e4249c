#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "polyhedral/isl.h"

namespace tiramisu::lower {

/// The range of a loop in isl's terms: the iterator runs from `first` through `last` in steps of
/// `step`.
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

/// A loop beside its range: what its iterator is called, and what it does.
struct loop_body {
    explicit loop_body(const isl::ast_node_for &node);
    loop_body(std::string name, const isl::ast_node &inside)
        : iterator(std::move(name)), body(inside) {}

    std::string iterator;
    isl::ast_node body;
};

/// The same iterations where a branch around the whole body bounds the iterator from above: without
/// the branch, and with a range that ends where it does. isl leaves a remainder of division to such
/// a branch, and gives the loop the greatest one as its bound. Nothing where there is no such
/// branch, or where it says more.
std::optional<std::pair<loop_body, loop_range>>
ended_by_branch(const loop_body &loop, const loop_range &range, const environment &names);

} // namespace tiramisu::lower
