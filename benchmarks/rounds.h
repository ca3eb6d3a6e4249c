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
/// that what disturbs the machine disturbs all of them. As many rounds, or up to four times as many
/// while a median is much above the fastest and three seconds are not over. Calls that take less
/// than 0.1 ms are timed in batches; those for which it matters what the one before left in the
/// caches, in each turn after a call that is not timed.
std::vector<timing> interleaved_rounds(const std::vector<stopwatch> &works, int rounds);

} // namespace tiramisu::bench
