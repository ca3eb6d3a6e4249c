#pragma once

#include <chrono>

namespace tiramisu::support {

/// Adds the seconds of its lifetime to a sum.
class stopwatch {
public:
    explicit stopwatch(double &seconds) : seconds_(seconds) {}
    stopwatch(const stopwatch &) = delete;
    stopwatch &operator=(const stopwatch &) = delete;
    ~stopwatch() { seconds_ += std::chrono::duration<double>(clock::now() - start_).count(); }

private:
    using clock = std::chrono::steady_clock;
    double &seconds_;
    const clock::time_point start_ = clock::now();
};

} // namespace tiramisu::support
