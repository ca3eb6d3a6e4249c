#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// What names can stand for.
using name_values = hir::Scope<hir::Interval>;

/// A sum of names with factors, and of a number.
struct linear_index {
    std::map<std::string, std::int64_t> terms;
    std::int64_t constant = 0;

    /// Nothing where the expression has no such form. Quotients and remainders of division by a
    /// number have, where `values` show that what the number does not divide is less than it:
    /// (8 t + u) / 8 is t, and its remainder u, if u is one of 0 to 7.
    static std::optional<linear_index> of(const Halide::Expr &value, const name_values &values);

    /// The expression again, less a number.
    Halide::Expr expression(const Halide::Type &type, std::int64_t less) const;

    /// The least and the greatest value; nothing where they are not known.
    std::optional<std::pair<std::int64_t, std::int64_t>> range(const name_values &values) const;
};

} // namespace tiramisu::lower
