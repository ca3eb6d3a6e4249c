#include "autoscheduler/cost/learned/accuracy.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tiramisu::tune {

namespace {

std::vector<std::size_t> in_order(const std::vector<double> &numbers) {
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        return numbers[left] < numbers[right];
    });
    return order;
}

std::vector<double> ranks_of(const std::vector<double> &numbers) {
    const std::vector<std::size_t> order = in_order(numbers);
    std::vector<double> ranks(numbers.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first;
        while (end < order.size() && numbers[order[end]] == numbers[order[first]]) {
            ++end;
        }
        for (std::size_t i = first; i < end; ++i) {
            ranks[order[i]] = static_cast<double>(first + end - 1) / 2;
        }
        first = end;
    }
    return ranks;
}

double correlation(const std::vector<double> &left, const std::vector<double> &right) {
    const auto count = static_cast<double>(left.size());
    const double left_mean = std::accumulate(left.begin(), left.end(), 0.0) / count;
    const double right_mean = std::accumulate(right.begin(), right.end(), 0.0) / count;
    double both = 0, left_squares = 0, right_squares = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const double l = left[i] - left_mean, r = right[i] - right_mean;
        both += l * r;
        left_squares += l * l;
        right_squares += r * r;
    }
    const double squares = std::sqrt(left_squares * right_squares);
    return squares > 0 ? both / squares : 0;
}

} // namespace

double rank_correlation(const std::vector<double> &left, const std::vector<double> &right) {
    return left.empty() ? 0 : correlation(ranks_of(left), ranks_of(right));
}

double peak_at(std::size_t count, const std::vector<double> &predicted,
               const std::vector<double> &speeds) {
    const std::vector<std::size_t> order = in_order(predicted);
    double best = 0;
    for (std::size_t i = 0; i < std::min(count, order.size()); ++i) {
        best = std::max(best, speeds[order[order.size() - 1 - i]]);
    }
    const auto most = std::max_element(speeds.begin(), speeds.end());
    return most == speeds.end() || *most <= 0 ? 0 : best / *most;
}

} // namespace tiramisu::tune
