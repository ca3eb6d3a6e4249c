#pragma once

#include <array>
#include <vector>

#include "polyhedral/isl.h"

// Transformations of the loops of one statement, { S[i, j] -> [l0, l1, ...] }. The map stays
// injective; arguments are checked by the caller.

namespace tiramisu::poly {

/// One loop for each iterator: { S[i, j] -> [i, j] }.
isl::map identity_loops(const isl::set &domain);

/// Loop l becomes [floor(l / factor), l mod factor].
isl::map split(const isl::map &loops, int level, int factor);

/// Loop k of the result is loop order[k] of the argument.
isl::map permute(const isl::map &loops, const std::vector<int> &order);

/// Loop l becomes l + amount.
isl::map shift(const isl::map &loops, int level, int amount);

/// Loop l becomes -l.
isl::map reverse(const isl::map &loops, int level);

/// Loops (l, l+1) become (a*l + b*(l+1), c*l + d*(l+1)); |ad - bc| = 1.
isl::map skew(const isl::map &loops, int level, const std::array<int, 4> &abcd);

/// Numbers c, d with a*d - b*c = 1, for coprime a and b: those with the smallest positive d, so
/// that loops keep their direction where a and b are positive (1, 1 gives 0, 1).
std::array<int, 2> unimodular_completion(int a, int b);

} // namespace tiramisu::poly
