#include "nn/framework/find/trial.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>

namespace tiramisu::nn {

namespace {

double milliseconds_of(const std::function<void()> &work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

double median(std::vector<double> times) {
    const auto middle = times.begin() + std::ptrdiff_t(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

} // namespace

std::vector<float> random_values(std::size_t count, std::mt19937 &source) {
    std::uniform_real_distribution<float> numbers(-1, 1);
    std::vector<float> values(count);
    std::generate(values.begin(), values.end(), [&] { return numbers(source); });
    return values;
}

double fastest_milliseconds(const std::function<void()> &work) {
    return std::min({milliseconds_of(work), milliseconds_of(work), milliseconds_of(work)});
}

std::vector<double> medians_in_turns(const std::vector<std::function<void()>> &works, int rounds) {
    constexpr double short_run = 20, enough = 50;
    std::vector<std::vector<double>> times(works.size());
    double sum = 0;
    for (int round = 0; round < rounds || (round < 10 * rounds && sum < enough); round++) {
        for (std::size_t i = 0; i < works.size(); i++) {
            double taken = milliseconds_of(works[i]);
            sum += taken;
            if (taken < short_run) {
                taken = milliseconds_of(works[i]);
                sum += taken;
            }
            times[i].push_back(taken);
        }
    }
    std::vector<double> medians;
    std::transform(times.begin(), times.end(), std::back_inserter(medians), median);
    return medians;
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
