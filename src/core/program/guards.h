#pragma once

#include <functional>

#include "core/program/affine.h"

// What is evaluated where: an arm of a select where its condition chooses it, the right side of
// `&&` and `||` where the left side leaves the result open.

namespace tiramisu::core {

/// Where, among the points of a statement, a part of its expressions is evaluated.
struct evaluation {
    isl::set points;        ///< { [i] }: nowhere else
    bool is_certain = true; ///< at all of these; else that is known only when it runs
};

/// Everywhere in the space.
evaluation everywhere(const affine_space &space);

/// What a condition guards in an expression that is evaluated `here`. Of a condition that is not
/// affine the parts that are count, as far as they stay a few pieces.
evaluation where_true(const affine_space &space, const expr &condition, const evaluation &here);
evaluation where_false(const affine_space &space, const expr &condition, const evaluation &here);

/// What runs only where a predicate holds; everywhere if it is undefined.
evaluation where_executed(const affine_space &space, const expr &predicate);

/// Calls `visit` on every node of an expression that is evaluated `here`, operations before their
/// operands.
void for_each_evaluated(const affine_space &space, const expr &value, const evaluation &here,
                        const std::function<void(const expr &, const evaluation &)> &visit);

} // namespace tiramisu::core
