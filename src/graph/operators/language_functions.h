#pragma once

#include "tiramisu/expr.h"

// Functions that the language does not have, written in it so that loops with them become vectors.

namespace tiramisu::graph {

/// 2 / sqrt(pi) times the integral of exp(-t * t) from 0 to x, within 2 units of the last place of
/// float32 of the largest values.
expr error_function(const expr &x);

/// Of integers: the quotient rounded toward 0.
expr truncated_quotient(const expr &x, const expr &y);

/// x to an integer power that is known, by multiplications.
expr power(const expr &x, int exponent);

} // namespace tiramisu::graph
