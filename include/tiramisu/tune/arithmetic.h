#pragma once

#include "tiramisu/expr.h"

namespace tiramisu::tune {

/// Operations by kind, and by the type of what they work on.
struct arithmetic {
    struct of_type {
        double multiply_adds = 0; ///< sums and differences with a product in them
        double sums = 0;          ///< other ones, and changes of sign
        double products = 0;
        double divisions = 0; ///< and remainders
        double comparisons = 0;
        double math_calls = 0;  ///< exp, sqrt, abs and the like
        double other_calls = 0; ///< of functions that are found when the object is linked
    };
    of_type floats, integers;
    double logical = 0;
    double selections = 0;

    /// Of all kinds; a multiply-add counts as two.
    double all() const;
    arithmetic &operator+=(const arithmetic &other);
};

/// Of one evaluation; indices of accesses are not counted.
arithmetic arithmetic_of(const expr &value);

} // namespace tiramisu::tune
