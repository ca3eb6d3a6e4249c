#pragma once

#include <set>
#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// The branches around a statement, inside of vectorized loops, whose conditions differ between
/// lanes. Halide masks what differs between lanes by the condition. It reads what all lanes share
/// once, even if no lane takes the branch: such reads are guarded here.
class lane_branches {
public:
    /// Notes a vectorized loop.
    void add_lane(const std::string &name) { lanes_.insert(name); }
    /// Notes that the variable `name` is `value`, and so differs between lanes where that does.
    void define(const std::string &name, const Halide::Expr &value);
    /// Whether the value may differ between lanes.
    bool varies(const Halide::Expr &value) const;

    /// The same in a branch that lanes take where the variable `is_taken` is true. Inside of the
    /// branch Halide knows that its condition holds, but not what has another name.
    lane_branches inside(const Halide::Expr &is_taken) const;

    /// The value; lanes that take other branches read no memory for it.
    Halide::Expr guarded(const Halide::Expr &value) const;
    hir::Stmt guarded(const hir::Stmt &stmt) const;

private:
    std::set<std::string> lanes_; ///< variables that differ between lanes
    Halide::Expr is_taken_;       ///< undefined outside of all branches
};

} // namespace tiramisu::lower
