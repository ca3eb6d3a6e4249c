#pragma once

#include <functional>
#include <vector>

namespace tiramisu::bench {

/// Milliseconds a call.
struct timing {
    double median = 0, fastest = 0;
};

/// Makes so many calls one after the other, and tells the seconds of all of them together.
using stopwatch = std::function<double(int calls)>;

/// By the clock of this process.
stopwatch timed_here(std::function<void()> work);

/// Times several ways to do the same work, warm, in turns: the first to the last, then back, so
/// that what disturbs the machine disturbs all of them: on a busy one the system stops a process at
/// regular intervals after it has waited for another. Calls that take less than 0.1 ms
/// are timed in batches; those for which it matters what the one before left in the caches, in each
/// turn after a call that is not timed.
std::vector<timing> interleaved_rounds(const std::vector<stopwatch> &works, int rounds);

} // namespace tiramisu::bench
