#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/perf_db.h"
#include "tiramisu/options.h"

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

/// What became of a solver with a configuration.
struct find_result {
    perf_record record;
    std::string why_not; ///< why it does not count: cannot do the problem, fails, is wrong
};

/// Of find(): single precision, and transforms that lose some of it.
constexpr double find_tolerance = 1e-3;

} // namespace tiramisu::nn
