#include "gpu/event_clock.h"

#include <algorithm>
#include <cmath>

namespace tiramisu::bench {

namespace {

/// Of so many calls together.
double seconds_of(const cuda_driver &driver, const std::function<void()> &work, int calls) {
    const cuda_event begin(driver), end(driver);
    work();
    begin.record();
    for (int call = 0; call < calls; call++) {
        work();
    }
    end.record();
    return end.seconds_since(begin);
}

} // namespace

stopwatch timed_by_events(const cuda_driver &driver, std::function<void()> work) {
    constexpr double least_seconds = 2e-3;
    constexpr int probing_calls = 4;
    seconds_of(driver, work, 1); // warms up
    const double one = seconds_of(driver, work, probing_calls) / probing_calls;
    const int repeats =
        static_cast<int>(std::clamp(std::ceil(least_seconds / std::max(one, 1e-7)), 1.0, 2000.0));
    return [&driver, work = std::move(work), repeats](int calls) {
        return seconds_of(driver, work, calls * repeats) / repeats;
    };
}

} // namespace tiramisu::bench
