#pragma once

#include <set>
#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Which lanes of the vectorized loops around are on. Lanes that are off read and write no memory.
class lane_mask {
public:
    /// Whether some lanes may be off.
    bool is_partial() const { return on_.defined(); }
    /// True in lanes that are on.
    const Halide::Expr &on() const { return on_; }

    /// The same inside a vectorized loop over `lane`, counted from 0, of which the first `count`
    /// are on.
    lane_mask inside(const std::string &lane, const Halide::Expr &count) const;

    /// Notes that the variable `name` is `value`, and so differs between lanes where that does.
    void define(const std::string &name, const Halide::Expr &value);
    /// Whether the value may differ between lanes.
    bool varies(const Halide::Expr &value) const;

    /// `value` in lanes that are on, else `otherwise`; the lanes that are off do not read memory.
    Halide::Expr when_on(const Halide::Expr &value, const Halide::Expr &otherwise) const;

private:
    Halide::Expr on_;             ///< undefined if all lanes are on
    std::set<std::string> lanes_; ///< variables that differ between lanes
};

/// Makes lanes that are off skip the calls in `body` of the C functions named in `functions`.
hir::Stmt keep_calls_from_lanes(const hir::Stmt &body, const std::set<std::string> &functions);

} // namespace tiramisu::lower
