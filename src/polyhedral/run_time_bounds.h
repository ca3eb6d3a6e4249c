#pragma once

#include <optional>
#include <string>

#include "polyhedral/schedule_tree.h"

namespace tiramisu::poly {

/// { S[f, k] : k >= parameter }, or, for an upper bound, { S[f, k] : k < parameter }, in the space
/// of `domain`.
isl::set instances_within(const isl::set &domain, int dim, const std::string &parameter,
                          bool is_upper);

/// The outermost loop of { S[f, k] -> [l0, l1, ...] } whose value depends on dimension `dim` of the
/// domain; the number of loops if none does.
int outermost_loop_over(const isl::map &loops, int dim);

/// { [l0, ..., l_(levels-1)] -> [x] }: the values of dimension `dim` of the domain.
isl::map value_from_loops(const isl::map &loops, int levels, int dim);

/// { [l0, ..., l_(levels-1)] -> [x] }: the least of these values; nothing where there is none.
std::optional<isl::pw_aff> first_value_from_loops(const isl::map &loops, int levels, int dim);

/// Whether the outermost `levels` loops have one value of dimension `dim` of the domain each.
bool is_determined(const isl::map &loops, int levels, int dim);

/// The loops with the one at `level` counted from its first iteration, if that is the one at the
/// given bound of dimension `dim`: k + c becomes k - parameter from a lower bound, and c - k
/// becomes parameter - 1 - k from an upper one. Nothing for loops of another form.
std::optional<isl::map> counted_from_bound(const isl::map &loops, int level, int dim,
                                           const std::string &parameter, bool is_upper);

/// The outermost loop of a statement that is not bounded by what the loops around it know.
std::optional<int> unbounded_loop(const scheduled_statement &statement);

/// The relation with a parameter under another name, which it does not have yet.
isl::map with_parameter_replaced(const isl::map &relation, const std::string &parameter,
                                 const std::string &by);
isl::set with_parameter_replaced(const isl::set &set, const std::string &parameter,
                                 const std::string &by);

} // namespace tiramisu::poly
