#pragma once

#include <functional>
#include <vector>

namespace tiramisu::bench {

/// Milliseconds a call.
struct timing {
    double median = 0, fastest = 0;
};

/// Times several ways to do the same work, warm, in turns: the first, the second, ..., the first
/// again, so that what disturbs the machine disturbs all of them. Calls that take less than 0.1 ms
/// are timed in batches.
std::vector<timing> interleaved_rounds(const std::vector<std::function<void()>> &works, int rounds);

} // namespace tiramisu::bench
