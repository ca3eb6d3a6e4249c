#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rounds.h"
#include "session.h"

namespace tiramisu::bench {

/// Somebody else's way to do the work.
struct contender {
    std::string name;
    std::function<void()> work;    ///< empty: this peer cannot do it here
    const float *result = nullptr; ///< where it leaves what is compared with the reference; null:
                                   ///< it does a part of the work, and is only timed
    std::function<void(int)> set_threads = {}; ///< empty: it has one thread, or OpenMP's
    std::function<void()> unpack = {};         ///< brings the result there; not timed
    stopwatch time = {};                       ///< of another process; empty: that of this one
};

/// One problem: our way, and those of its peers.
struct contest {
    std::string id, variant;
    double operations = 0;      ///< floating-point operations that are useful; 0: none are counted
    double bytes = 0;           ///< of all arguments together; 0: not told
    std::function<void()> ours; ///< empty: we cannot do it
    const float *result = nullptr;
    std::function<void()> unpack = {}; ///< brings the result there; not timed
    std::vector<double> reference;
    double tolerance = 1e-4; ///< of results, relative to the largest; sums run in another order
    std::vector<contender> peers;
    std::optional<int> trials = {}; ///< and seconds, of the search for our schedule
    std::optional<double> tuning_seconds = {};
    /// Puts back what runs change in place; called before results are compared, not when timed.
    std::function<void()> reset = [] {};
};

/// For each number of threads: compares every result with the reference, times all in turns, and
/// adds a row a peer (one without a peer if there is none). Throws std::runtime_error if somebody's
/// result is wrong.
void run_contest(session &here, const contest &all);
/// The same for one number of threads.
void run_contest(session &here, const contest &all, int threads);

} // namespace tiramisu::bench
