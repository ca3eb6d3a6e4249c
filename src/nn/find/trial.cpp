#include "nn/find/trial.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace tiramisu::nn {

std::vector<float> random_values(std::size_t count, std::mt19937 &source) {
    std::uniform_real_distribution<float> numbers(-1, 1);
    std::vector<float> values(count);
    std::generate(values.begin(), values.end(), [&] { return numbers(source); });
    return values;
}

double median_milliseconds(const std::function<void()> &work, int runs) {
    std::vector<double> times;
    for (int i = 0; i < std::max(runs, 1); i++) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> taken =
            std::chrono::steady_clock::now() - start;
        times.push_back(taken.count());
    }
    std::nth_element(times.begin(), times.begin() + std::ptrdiff_t(times.size() / 2), times.end());
    return times[times.size() / 2];
}

double largest_difference(const std::vector<float> &expected, const std::vector<float> &found) {
    float largest = 0, difference = 0;
    for (std::size_t i = 0; i < found.size(); i++) {
        if (!std::isfinite(found[i])) {
            return std::numeric_limits<double>::infinity();
        }
        largest = std::max(largest, std::abs(expected[i]));
        difference = std::max(difference, std::abs(expected[i] - found[i]));
    }
    return largest > 0 ? difference / largest : difference;
}

} // namespace tiramisu::nn
