#pragma once

#include <vector>

#include "nn/framework/find/contestants.h"
#include "nn/framework/find/trial.h"

namespace tiramisu::nn {

/// Tries them in this order, as far as the options' budget goes, every solver's first configuration
/// before any second one; compares their results with that of the solver "naive", and ranks them:
/// those that count, whose results differ by no more than the tolerance, come first, fastest first.
std::vector<find_result> ranked(const std::vector<contestant> &all, trial &on,
                                const search_options &opts, double tolerance = find_tolerance);

} // namespace tiramisu::nn
