#pragma once

#include <HalideRuntime.h>

#include <atomic>
#include <limits>

#include "tiramisu/runtime.h"

namespace tiramisu::rt {

/// Where the one iteration of a parallel loop begins that is a nest of loops with parallel ones
/// inside. No other parallel loop begins there.
constexpr int nest_mark = std::numeric_limits<int>::min();

/// One parallel loop: task(user_context, i, closure) for every i in [first, first + size).
struct parallel_loop {
    void *user_context;
    halide_task_t task;
    int first;
    int size;
    unsigned char *closure;
    tiramisu_execution *execution; ///< of the thread that came to it, and so of all that share it
    std::atomic<int> error{0};     ///< code of the first iteration that failed

    /// Runs one iteration, counted from 0; once one has failed the rest are passed over.
    void run(int iteration);

    /// Iterations are counted without the first so many from now on.
    void leave_out(int iterations);
};

/// Runs all iterations of `loop`, each once, on at most `threads` threads (at least 2) that the
/// caller is one of, and returns when they are done. Inside another parallel loop it may run them
/// one after the other.
void share_out(parallel_loop &loop, int threads);

/// Runs the one iteration of `nest`, in which the caller meets parallel loops, with a team of at
/// most `threads` threads for them.
void run_with_team(parallel_loop &nest, int threads);

/// Tells the core that a thread spins while it waits.
inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/// Number of threads that a loop gets where none was set: what OMP_NUM_THREADS says, or the number
/// of cores.
int default_num_threads();

} // namespace tiramisu::rt
