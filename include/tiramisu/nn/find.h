#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/conv2d.h"
#include "tiramisu/nn/perf_db.h"

namespace tiramisu::nn {

/// What find() tries, whatever layer it is.
struct search_options {
    std::vector<std::string> solvers; ///< names; empty: all that can do the problem, the naive one
                                      ///< only where no other counts
    int configurations = 4;           ///< tried for each solver, its default among them; at least 1
    /// Rounds, in which all that may be the fastest run in turns, and whose median counts; at least
    /// 1, and more where runs are short. The others have the time of their fastest of three runs.
    int repeats = 5;
    options compiled;
    perf_db *results = nullptr; ///< where what was found is remembered; null: nowhere
};

/// The same for a convolution.
struct find_options : search_options {
    conv2d_layouts layouts;
};

/// What became of a solver with a configuration.
struct find_result {
    perf_record record;
    std::string why_not; ///< why it does not count: cannot do the problem, fails, is wrong
};

/// Runs the solvers on random data and ranks them: those that count come first, fastest first. Each
/// one's result is compared with that of the naive solver before its time counts: errors of more
/// than find_tolerance of the largest value are wrong. Takes a few seconds. Throws user_error as
/// conv2d().
std::vector<find_result> find(const conv2d_problem &problem, const find_options &how = {},
                              source_place where = source_place::current());

/// Of find(): single precision, and transforms that lose some of it.
constexpr double find_tolerance = 1e-3;

} // namespace tiramisu::nn
