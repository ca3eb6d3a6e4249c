#pragma once

#include "runtime/execution.h"
#include "runtime/iteration_blocks.h"
#include "runtime/parallel.h"

namespace tiramisu::rt {

/// Runs iterations of `loop` on this thread for as long as all of them together are too little work
/// to wake other threads for, and returns how many ran. That is told from the time that iterations
/// of its task took before, so of a task that never ran none is. Where they turn out longer than
/// expected, this stops after about five times the least parallel time, or after the first
/// iteration that takes longer.
int run_while_short(parallel_loop &loop);

/// The iterations of a loop that one thread gets: counts them, and remembers, when it ends, what
/// one of this task takes.
class timed_share {
public:
    explicit timed_share(parallel_loop &loop);
    ~timed_share();
    timed_share(const timed_share &) = delete;
    timed_share &operator=(const timed_share &) = delete;

    /// Runs one iteration, counted from 0.
    void run(int iteration);
    /// Runs what `thread` gets of `iterations`.
    void run_all(iteration_blocks &iterations, int thread);

    /// Nanoseconds since this thread began, but for those in which it waited.
    float elapsed() const;

private:
    parallel_loop &loop_;
    const execution_scope scope_;
    long long start_;
    int iterations_ = 0;

    void run(int first, int last);
    void wait_for_others(const iteration_blocks &iterations);
};

} // namespace tiramisu::rt
