#pragma once

#include <optional>
#include <vector>

#include "polyhedral/isl.h"

namespace tiramisu::poly {

/// Values of a dimension lie from the least to the greatest.
struct number_range {
    long least = 0, greatest = 0;
};

/// Ranges that hold all values of each dimension of the set, found from numbers in its constraints:
/// they may be too wide. Takes far less time than isl does, which finds the exact ones. Nothing
/// where parameters bound a dimension, numbers do not, or the set is written as one without points.
std::optional<std::vector<number_range>> ranges_by_numbers(const isl::set &set);

} // namespace tiramisu::poly
