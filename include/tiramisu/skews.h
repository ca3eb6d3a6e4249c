#pragma once

#include <vector>

#include "tiramisu/language.h"

namespace tiramisu {

/// A skew of two neighbouring loops: (i, j) becomes (a*i + b*j, c*i + d*j), |ad - bc| = 1. The
/// factors are those of computation::skew(i, j, a, b, c, d, ...).
struct loop_skew {
    int a = 1, b = 0, c = 0, d = 1;

    bool operator==(const loop_skew &other) const {
        return a == other.a && b == other.b && c == other.c && d == other.d;
    }
};

/// Skews that keep the meaning of the program, by what they make possible. Each list begins with
/// the simplest: the smallest sum of absolute factors, the fewest negative ones.
struct skew_choices {
    /// The outer of the new loops carries no dependence. One skew for every first row (a, b).
    std::vector<loop_skew> outer_parallel;
    /// The inner of the new loops carries no dependence. One skew for every first row (a, b).
    std::vector<loop_skew> inner_parallel;
    /// No dependence runs backward along either of the new loops, so they can be tiled and
    /// interchanged.
    std::vector<loop_skew> tilable;
};

} // namespace tiramisu
