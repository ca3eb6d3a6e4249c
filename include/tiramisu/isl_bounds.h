#pragma once

#include <string>

#include "tiramisu/expr.h"

struct isl_set;

// Questions about isl's sets, for programs that make some themselves.

namespace tiramisu::utility {

/// The least value of dimension `dimension` of the set or, with `upper`, the greatest, for given
/// values of the dimensions before it: of "[N]->{S[i,j]: 0<=i<N and 0<=j<=i}" dimension 1 has the
/// upper bound i. Throws user_error if the set is empty or has no such bound.
expr get_bound(::isl_set *set, int dimension, int upper,
               source_place where = source_place::current());

/// "N, M"
std::string get_parameters_list(::isl_set *set);

} // namespace tiramisu::utility
