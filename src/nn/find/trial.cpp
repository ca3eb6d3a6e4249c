#include "nn/find/trial.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>

namespace tiramisu::nn {

namespace {

std::vector<float> randoms(std::size_t count, std::mt19937 &source) {
    std::uniform_real_distribution<float> numbers(-1, 1);
    std::vector<float> values(count);
    std::generate(values.begin(), values.end(), [&] { return numbers(source); });
    return values;
}

} // namespace

conv2d_trial::conv2d_trial(const conv2d_problem &problem, const conv2d_layouts &layouts)
    : problem_(problem.completed()) {
    std::mt19937 source; // the same numbers each time
    src_ = randoms(element_count(layouts.src, problem_.src_extents()), source);
    weights_ = randoms(element_count(layout::nchw, problem_.weights_extents()), source);
    if (problem_.bias) {
        bias_ = randoms(static_cast<std::size_t>(problem_.oc), source);
    }
    if (problem_.has_residual()) {
        residual_ = randoms(element_count(layouts.dst, problem_.conv_extents()), source);
    }
    dst_.resize(element_count(layouts.dst, problem_.dst_extents()));
}

void conv2d_trial::run(const conv2d &layer, const conv2d::packed_weights &weights) {
    layer.run(src_.data(), weights, problem_.bias ? bias_.data() : nullptr, dst_.data(),
              problem_.has_residual() ? residual_.data() : nullptr);
}

double conv2d_trial::time(const conv2d &layer, int repeats) {
    const conv2d::packed_weights packed = layer.pack(weights_.data());
    // What is left of another solver must not pass for this one's result.
    std::fill(dst_.begin(), dst_.end(), 0.0f);
    run(layer, packed);
    std::vector<double> times;
    for (int i = 0; i < std::max(repeats, 1); i++) {
        const auto start = std::chrono::steady_clock::now();
        run(layer, packed);
        const std::chrono::duration<double, std::milli> taken =
            std::chrono::steady_clock::now() - start;
        times.push_back(taken.count());
    }
    std::nth_element(times.begin(), times.begin() + std::ptrdiff_t(times.size() / 2), times.end());
    return times[times.size() / 2];
}

void conv2d_trial::keep_as_expected() {
    expected_ = dst_;
}

double conv2d_trial::error() const {
    float largest = 0, difference = 0;
    for (std::size_t i = 0; i < dst_.size(); i++) {
        if (!std::isfinite(dst_[i])) {
            return std::numeric_limits<double>::infinity();
        }
        largest = std::max(largest, std::abs(expected_[i]));
        difference = std::max(difference, std::abs(expected_[i] - dst_[i]));
    }
    return largest > 0 ? difference / largest : difference;
}

} // namespace tiramisu::nn
