#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/program/state.h"

// Between expressions and isl: the quasi-affine ones (sums, products with constants, / and % by
// constants, min, max) in both directions.

namespace tiramisu::core {

/// The space in which expressions over a statement's iterators live: { [iterators] } with the
/// function's integer constants, unless their values are known, as parameters.
class affine_space {
public:
    /// isl's numbers become longer with each division of a division, until a step takes seconds.
    /// An expression with more is not taken for a quasi-affine one; nor are guards with more
    /// worth their cost.
    static constexpr int most_divisions = 6;

    affine_space(const function_state &function, const std::vector<iterator> &iterators);

    /// { [i, j] -> [value] }; nothing if the expression is not quasi-affine.
    std::optional<isl::pw_aff> to_aff(const expr &value) const;
    /// { [i, j] : condition }; nothing if the condition is not quasi-affine.
    std::optional<isl::set> to_set(const expr &condition) const;

    isl::set universe() const;
    isl::pw_aff dimension(int position) const;

private:
    std::optional<isl::pw_aff> variable(const std::string &name) const;
    std::optional<isl::pw_aff> operation(const expr &value) const;
    std::optional<isl::set> comparison(const expr &condition) const;
    isl::pw_aff constant(long value) const;

    std::vector<std::string> iterators_;
    std::map<std::string, long> known_constants_;
    isl::set universe_;
};

/// The number as a literal: int32 where it fits, else int64.
expr integer_literal(long value);

/// The expression of { [i, j] -> [value] } over the given iterators; nothing if it has several
/// pieces.
std::optional<expr> to_expr(const isl::pw_aff &value, const std::vector<std::string> &iterators);

} // namespace tiramisu::core
