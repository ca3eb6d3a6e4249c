#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tiramisu::tune {

/// Spearman's: 1 where both orders are the same, -1 where one is the other backwards; equal numbers
/// share their ranks. 0 where all numbers of one side are equal.
double rank_correlation(const std::vector<double> &left, const std::vector<double> &right);

/// Of the best `count` by prediction, the best speed, as a part of the best of all. Both are more
/// where it is faster.
double peak_at(std::size_t count, const std::vector<double> &predicted,
               const std::vector<double> &speeds);

} // namespace tiramisu::tune
