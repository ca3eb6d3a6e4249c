#include "nn/framework/find/trial.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "support/side_by_side.h"

namespace tiramisu::nn {

std::size_t trial::prepared_at_once() const {
    return support::processors();
}

double trial::seconds() const {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(since).count();
}

std::vector<float> random_values(std::size_t count, std::mt19937 &source) {
    std::uniform_real_distribution<float> numbers(-1, 1);
    std::vector<float> values(count);
    std::generate(values.begin(), values.end(), [&] { return numbers(source); });
    return values;
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
