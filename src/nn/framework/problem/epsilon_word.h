#pragma once

#include <string>

#include "nn/framework/problem/numbers.h"
#include "tiramisu/error.h"

// The word of problems that add a small number to variances.

namespace tiramisu::nn {

inline const std::string epsilon_key = "epsilon";

inline std::string print_epsilon(float epsilon) {
    return " " + epsilon_key + "=" + shortest(epsilon);
}

/// Throws user_error if it is negative.
inline void check_epsilon(const std::string &subject, float epsilon, source_place where) {
    if (!(epsilon >= 0)) {
        throw user_error(subject, epsilon_key, "is " + shortest(epsilon) + ", must be at least 0",
                         where);
    }
}

} // namespace tiramisu::nn
