#pragma once

#include "core/program/state.h"

namespace tiramisu::core {

/// { [i, j] : lower <= i < upper, ... } from the iterators' bounds, with constants of known value
/// replaced by it. Iterators of one name have one value. Bounds that are not affine in outer
/// iterators and constants are left out; see run_time_bounds.h. Throws user_error, in the name of
/// `who`, if a bound is missing.
isl::set box_domain(const function_state &function, const std::string &who,
                    const std::vector<iterator> &iterators, source_place where);

/// Those points of `domain` for which the condition holds.
isl::set restrict_domain(const function_state &function, const std::string &who,
                         const isl::set &domain, const std::vector<iterator> &iterators,
                         const expr &condition, source_place where);

/// Parses an isl set in the user's words; isl's complaint is restated with its position.
/// A parameter that is no constant yet has to be declared before code is generated, if a constraint
/// names it.
isl::set parse_set(function_state &function, const std::string &who, const std::string &call,
                   const std::string &text, source_place where);
isl::map parse_map(function_state &function, const std::string &who, const std::string &call,
                   const std::string &text, source_place where);

/// The constant that isl texts have named before is declared now, for the whole function.
void meet_awaited_parameter(function_state &function, const std::string &name);

/// Names of the dimensions of a set, made up where the text gave none.
std::vector<iterator> iterators_of(const isl::set &set);

/// The iterators as expressions.
std::vector<expr> variables(const std::vector<iterator> &iterators);

} // namespace tiramisu::core
