#pragma once

#include <vector>

#include "polyhedral/integer_matrix.h"
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

/// The loops from `level` on, as many as the matrix has rows, become matrix * loops; the matrix is
/// unimodular.
isl::map transform(const isl::map &loops, int level, const integer_matrix &matrix);

/// Loops l and l+1 become the one loop extent * l + (l+1) - lower, in the same order; the values of
/// loop l+1 lie in [lower, lower + extent).
isl::map collapse(const isl::map &loops, int level, long lower, long extent);

} // namespace tiramisu::poly
