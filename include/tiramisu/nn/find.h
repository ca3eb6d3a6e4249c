#pragma once

#include <vector>

#include "tiramisu/nn/conv2d.h"
#include "tiramisu/nn/search_options.h"

namespace tiramisu::nn {

/// Runs the solvers on random data and ranks them: those that count come first, fastest first. Each
/// one's result is compared with that of the naive solver before its time counts: errors of more
/// than find_tolerance of the largest value are wrong. Takes a few seconds. Throws user_error as
/// conv2d(). Any kind of layer has the same as a static member: conv2d::find().
std::vector<find_result> find(const conv2d_problem &problem, const find_options &how = {},
                              source_place where = source_place::current());

} // namespace tiramisu::nn
