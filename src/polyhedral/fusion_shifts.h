#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polyhedral/dependence.h"
#include "polyhedral/schedule_tree.h"

namespace tiramisu::poly {

/// The lexicographically smallest non-negative shifts of the loops of `statement`, one a loop, with
/// which no dependence between it and the other statements runs backward; nothing if there are
/// none. Only loops marked in `may_shift` are shifted. Shifts are the same for all values of the
/// parameters.
std::optional<std::vector<long>> correcting_shifts(const std::vector<dependence> &all,
                                                   const std::vector<scheduled_statement> &schedule,
                                                   const std::string &statement,
                                                   const std::vector<bool> &may_shift,
                                                   bool strict_reductions);

} // namespace tiramisu::poly
