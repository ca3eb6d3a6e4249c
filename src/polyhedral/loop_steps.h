#pragma once

#include <vector>

#include "polyhedral/isl.h"

// What one iteration of a loop is to the next: numbers that cost models ask for.

namespace tiramisu::poly {

/// { [l] -> [l'] } over `loops` dimensions: the next iteration of the loop at `level`, the others
/// being the same.
isl::map next_iteration(isl::ctx ctx, int loops, int level);

/// The largest number of iterations of the loop at `level`; `unknown` where there is no bound.
/// `loops`: { S[i] -> [l] }, on its domain
double largest_trip(const isl::map &loops, int level, double unknown);

/// Dimensions of the domain that are others in some next iteration of the loop at `level`.
/// `loops`: { S[i] -> [l] }, on its domain
std::vector<int> dimensions_moved(const isl::map &loops, int level);

/// Values that lie between the least and the greatest of a dimension of what is touched, both
/// included, while the loops before `level` stand still: the most of them; `unknown` where there is
/// no bound. `touched`: { [l] -> B[e] }
double largest_span(const isl::map &touched, int level, int dim, double unknown);

struct element_step {
    bool moves = false;      ///< whether some next iteration touches another element
    std::vector<long> first; ///< from the first to the second; 0 where that is not one element
};

/// What the loop at `level` does to the element. `touched`: { [l] -> B[e] }
element_step step_of(const isl::map &touched, int level);

} // namespace tiramisu::poly
