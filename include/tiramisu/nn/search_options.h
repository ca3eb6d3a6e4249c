#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tiramisu/nn/perf_db.h"
#include "tiramisu/options.h"

namespace tiramisu::nn {

/// Whether find() measures, or takes what search_options::results know.
enum class find_mode {
    normal, ///< it measures, whatever is known
    fast,   ///< it never measures: it tells what is known, else what the rule takes
    hybrid, ///< it tells what is known, and measures where nothing is
    clean,  ///< it forgets what the user's file of the results holds of the problem; then as fast
};

/// What find() tries, whatever layer it is.
struct search_options {
    std::vector<std::string> solvers; ///< names; empty: all that can do the problem, the naive one
                                      ///< only where no other counts
    int configurations = 4;           ///< tried for each solver, its default among them; at least 1
    /// Rounds, in which all that may be the fastest run in turns, and whose median counts; at least
    /// 1, and more where runs are short or times are close. The others have the time of their
    /// fastest of three runs.
    int repeats = 5;
    options compiled;
    perf_db *results = nullptr; ///< where what was found is remembered; null: nowhere
    /// That the search of a layer may take; 0: as long as it needs. The naive solver, with which
    /// the others are compared, and the first one, which is the rule's choice where it is among
    /// them, are always tried, and what was begun is finished. Then come those that promise most,
    /// each as it is by default before any is tried in another way.
    double seconds = 5;
    /// Configurations of a solver, one behind the other, none of which is faster than those before
    /// them, after which no more of it are tried; 0: all are.
    int patience = 0;
    /// Asked before each but the first of those that are tried: true ends the search, as `seconds`
    /// do. Empty: nobody is asked. What `results` know of that for which there was no time, they
    /// keep.
    std::function<bool()> stop;
    /// `hybrid` and `clean` need `results`.
    find_mode mode = find_mode::normal;
};

/// What became of a solver with a configuration.
struct find_result {
    perf_record record;  ///< 0 ms: it was not measured
    std::string why_not; ///< why it does not count: cannot do the problem, fails, is wrong, was not
                         ///< tried
    bool is_left = false; ///< search_options::seconds or stop ended the search before it
};

/// Of find(): single precision, and transforms that lose some of it.
constexpr double find_tolerance = 1e-3;

} // namespace tiramisu::nn
