#pragma once

#include <HalideRuntime.h>

#include <atomic>

namespace tiramisu::rt {

/// One parallel loop: task(user_context, i, closure) for every i in [first, first + size).
struct parallel_loop {
    void *user_context;
    halide_task_t task;
    int first;
    int size;
    unsigned char *closure;
    std::atomic<int> error{0}; ///< code of the first iteration that failed

    /// Runs one iteration, counted from 0; once one has failed the rest are passed over.
    void run(int iteration);

    /// Iterations are counted without the first so many from now on.
    void leave_out(int iterations);
};

/// Runs all iterations of `loop`, each once, on at most `threads` threads (at least 2) that the
/// caller is one of, and returns when they are done. Inside another parallel loop it may run them
/// one after the other.
void share_out(parallel_loop &loop, int threads);

/// Number of threads that a loop gets where none was set: what OMP_NUM_THREADS says, or the number
/// of cores.
int default_num_threads();

} // namespace tiramisu::rt
