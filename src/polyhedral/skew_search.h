#pragma once

#include <array>
#include <string>
#include <vector>

#include "polyhedral/dependence.h"

namespace tiramisu::poly {

/// How far apart, in two neighbouring loops, the instances of dependences are that the loops
/// around do not carry: { [di, dj] }.
struct band_distances {
    isl::set ordered;   ///< of pairs that must stay in order
    isl::set unordered; ///< of updates of one reduction, which only must not coincide
};

/// Distances in loops `level` and `level` + 1 over the dependences among the statements `inside`.
/// With `strict_reductions` the updates of a reduction must stay in order as well.
band_distances distances_in_band(const std::vector<dependence> &all, const timestamps &schedule,
                                 const std::vector<std::string> &inside, int level,
                                 bool strict_reductions);

/// (i, j) -> (a*i + b*j, c*i + d*j) as {a, b, c, d}, |ad - bc| = 1.
using skew_matrix = std::array<int, 4>;

/// Matrices that keep every distance of `ordered` lexicographically positive, simplest first:
/// smallest sum of absolute factors, fewest negative factors, no interchange or reversal, least
/// mixing of the loops.
struct skew_matrices {
    std::vector<skew_matrix> outer_parallel; ///< all distances are 0 in the first new loop
    std::vector<skew_matrix> inner_parallel; ///< none is 0 in the first and not in the second
    std::vector<skew_matrix> tilable;        ///< none of `ordered` is negative in either
};

/// All matrices with factors in [-largest, largest]; of the parallel ones the simplest for each
/// first row, where (a, b) and (-a, -b) are one row for outer_parallel.
skew_matrices find_skews(const band_distances &distances, int largest);

} // namespace tiramisu::poly
