#include "rounds.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tiramisu::bench {

namespace {

/// How a work is timed in each turn.
struct turn {
    int calls = 1; ///< that take 0.1 ms together
    /// Filling the caches anew takes a millisecond or less.
    bool is_short = false;
};

double milliseconds_of(const stopwatch &work, int calls) {
    return work(calls) * 1e3 / calls;
}

/// Warms up first.
turn turn_of(const stopwatch &work) {
    work(1);
    const double once = milliseconds_of(work, 1);
    const double calls = std::clamp(std::ceil(0.1 / std::max(once, 1e-6)), 1.0, 1e5);
    constexpr double short_ms = 20;
    return {static_cast<int>(calls), once < short_ms};
}

double milliseconds_of(const stopwatch &work, turn opts) {
    if (opts.is_short) {
        work(1);
    }
    return milliseconds_of(work, opts.calls);
}

timing summary(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times.front()};
}

/// Whether somebody was disturbed in about half of the rounds.
bool is_disturbed(const std::vector<std::vector<double>> &times) {
    return std::any_of(times.begin(), times.end(), [](const std::vector<double> &own) {
        const timing so_far = summary(own);
        return so_far.median > 1.15 * so_far.fastest;
    });
}

} // namespace

stopwatch timed_here(std::function<void()> work) {
    return [work = std::move(work)](int calls) {
        const auto start = std::chrono::steady_clock::now();
        for (int call = 0; call < calls; call++) {
            work();
        }
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        return time.count();
    };
}

std::vector<timing> interleaved_rounds(const std::vector<stopwatch> &works, int rounds) {
    std::vector<turn> turns;
    for (const stopwatch &work : works) {
        turns.push_back(turn_of(work));
    }
    std::vector<std::vector<double>> times(works.size());
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(3);
    const auto goes_on = [&](int round) {
        return round < 4 * rounds && std::chrono::steady_clock::now() < deadline &&
               is_disturbed(times);
    };
    for (int round = 0; round < rounds || goes_on(round); round++) {
        for (std::size_t place = 0; place < works.size(); place++) {
            const std::size_t which = round % 2 == 0 ? place : works.size() - 1 - place;
            times[which].push_back(milliseconds_of(works[which], turns[which]));
        }
    }
    std::vector<timing> results;
    for (const auto &own : times) {
        results.push_back(summary(own));
    }
    return results;
}

} // namespace tiramisu::bench
