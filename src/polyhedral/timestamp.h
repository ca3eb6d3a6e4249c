#pragma once

#include <vector>

#include "polyhedral/isl.h"

namespace tiramisu::poly {

/// { S[i, j] -> [l0, l1] } and the constants (s0, s1, s2) give { S[i, j] -> [s0, l0, s1, l1, s2] },
/// padded with zeros to `length` dimensions. Lexicographic order of timestamps is execution order.
isl::map timestamp(const isl::map &loops, const std::vector<int> &position, int length);

/// Dimension of a timestamp that holds loop `level`.
inline int loop_dim(int level) {
    return 2 * level + 1;
}

/// Length of the timestamps of statements with at most `loops` loops.
inline int timestamp_length(int loops) {
    return 2 * loops + 1;
}

} // namespace tiramisu::poly
