#pragma once

#include <functional>
#include <string>
#include <vector>

#include "nn/framework/find/contestants.h"
#include "nn/framework/find/trial.h"
#include "nn/framework/find/turns.h"

namespace tiramisu::nn {

/// A configuration that was tried.
struct attempt {
    find_result result;
    std::function<void()> run; ///< empty if it cannot be the fastest

    bool counts() const { return result.why_not.empty(); }
};

/// What comes of a configuration of a solver that is not tried, or of all of them.
find_result not_tried(const contestant &one, const std::string &values, const std::string &why);

/// What solvers are tried on, and what their results are compared with.
class measurement {
public:
    /// Runs the naive solver.
    measurement(trial &on, const options &compiled, double tolerance);

    /// Compiles one configuration and packs its weights. Several threads may call it at once.
    attempt prepared(const contestant &one, const configuration &values) const;
    /// Runs and times what was prepared, and compares its result.
    void time(attempt &one);
    /// Times all that may be the fastest, in turns, and leaves them their median times.
    void in_turns(std::vector<attempt> &all, int rounds, double end);
    seconds_clock clock() const {
        return [this] { return on_.seconds(); };
    }

private:
    trial &on_;
    options compiled_;
    double tolerance_;
    std::vector<float> expected_;
};

/// Frees what is slower, in its first runs, than the fastest by more than these differ.
void drop_slow(std::vector<attempt> &all);

/// What so many rounds of all that may be the fastest take, at least.
double seconds_of_rounds(const std::vector<attempt> &all, int rounds);

} // namespace tiramisu::nn
