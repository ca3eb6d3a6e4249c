#include "rounds.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tiramisu::bench {

namespace {

double milliseconds_of(const std::function<void()> &work, int calls) {
    const auto start = std::chrono::steady_clock::now();
    for (int call = 0; call < calls; call++) {
        work();
    }
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    return time.count() / calls;
}

/// Warms up, and tells how many calls take 0.1 ms together.
int batch_size(const std::function<void()> &work) {
    work();
    const double once = milliseconds_of(work, 1);
    return static_cast<int>(std::clamp(std::ceil(0.1 / std::max(once, 1e-6)), 1.0, 1e5));
}

} // namespace

std::vector<timing> interleaved_rounds(const std::vector<std::function<void()>> &works,
                                       int rounds) {
    std::vector<int> batches;
    for (const auto &work : works) {
        batches.push_back(batch_size(work));
    }
    std::vector<std::vector<double>> times(works.size());
    for (int round = 0; round < rounds; round++) {
        for (std::size_t which = 0; which < works.size(); which++) {
            times[which].push_back(milliseconds_of(works[which], batches[which]));
        }
    }
    std::vector<timing> results;
    for (auto &own : times) {
        std::sort(own.begin(), own.end());
        results.push_back({own[own.size() / 2], own.front()});
    }
    return results;
}

} // namespace tiramisu::bench
