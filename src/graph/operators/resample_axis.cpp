#include "graph/operators/resample_axis.h"

#include <algorithm>
#include <cmath>

#include "graph/operators/node_call.h"

namespace tiramisu::graph {

namespace {

/// Where a place of the result lies among the elements: as float, which decides where a scale like
/// 1.7 is no number of this type and a place is whole (17 / 1.7f is 10).
float source_place(const resample_rule &rule, std::int64_t at, std::int64_t in, std::int64_t out,
                   double factor) {
    const auto x = static_cast<float>(at), from = static_cast<float>(in),
               to = static_cast<float>(out), scale = static_cast<float>(factor);
    const std::string &mode = rule.transformation;
    if (mode == "half_pixel") {
        return (x + 0.5f) / scale - 0.5f;
    }
    if (mode == "half_pixel_symmetric") {
        const float adjusted = to / (from * scale);
        return from / 2 * (1 - adjusted) + (x + 0.5f) / scale - 0.5f;
    }
    if (mode == "pytorch_half_pixel") {
        return out > 1 ? (x + 0.5f) / scale - 0.5f : 0;
    }
    if (mode == "tf_half_pixel_for_nn") {
        return (x + 0.5f) / scale;
    }
    if (mode == "align_corners") {
        // The size that the scale says, which need not be whole.
        const float size = from * scale;
        return out > 1 ? x * (from - 1) / (size - 1) : 0;
    }
    if (mode == "asymmetric") {
        return x / scale;
    }
    throw refusal("attribute coordinate_transformation_mode is \"" + mode +
                  "\", which is not supported");
}

double nearest_place(const resample_rule &rule, double x) {
    const double below = std::floor(x);
    const bool is_middle = x - below == 0.5;
    if (rule.nearest == "round_prefer_floor") {
        return is_middle ? below : std::round(x);
    }
    if (rule.nearest == "round_prefer_ceil") {
        return is_middle ? below + 1 : std::round(x);
    }
    if (rule.nearest == "floor") {
        return below;
    }
    if (rule.nearest == "ceil") {
        return std::ceil(x);
    }
    throw refusal("attribute nearest_mode is \"" + rule.nearest + "\", which is not supported");
}

/// The weight of an element at a distance, counted in elements.
double linear_weight(double distance) {
    return std::max(0.0, 1 - std::fabs(distance));
}

/// R. Keys, Cubic convolution interpolation for digital image processing, 1981.
double cubic_weight(double distance, double a) {
    const double x = std::fabs(distance);
    if (x <= 1) {
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    }
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

std::vector<resample_tap> taps_at(const resample_rule &rule, double x, std::int64_t in,
                                  double scale) {
    const double shrinks = rule.antialias ? std::min(scale, 1.0) : 1.0;
    const double support = (rule.mode == "cubic" ? 2 : 1) / shrinks;
    const auto first = static_cast<std::int64_t>(std::floor(x - support)) + 1;
    const auto count = static_cast<std::int64_t>(std::ceil(2 * support));
    std::vector<resample_tap> taps;
    double sum = 0;
    const bool is_scaled = rule.exclude_outside || rule.antialias;
    for (std::int64_t k = first; k < first + count; k++) {
        const double distance = (static_cast<double>(k) - x) * shrinks;
        double weight =
            rule.mode == "cubic" ? cubic_weight(distance, rule.cubic_a) : linear_weight(distance);
        if (rule.exclude_outside && (k < 0 || k >= in)) {
            weight = 0;
        }
        sum += weight;
        taps.push_back({std::clamp<std::int64_t>(k, 0, in - 1), weight});
    }
    for (resample_tap &one : taps) {
        one.weight /= is_scaled && sum != 0 ? sum : 1;
    }
    return taps;
}

} // namespace

resample_table table_along(const resample_rule &rule, std::int64_t in, std::int64_t out,
                           double scale) {
    if (rule.mode != "nearest" && rule.mode != "linear" && rule.mode != "cubic") {
        throw refusal("attribute mode is \"" + rule.mode + "\", must be nearest, linear or cubic");
    }
    resample_table made;
    for (std::int64_t i = 0; i < out; i++) {
        const auto x = static_cast<double>(source_place(rule, i, in, out, scale));
        if (rule.mode == "nearest") {
            const double place =
                std::clamp(nearest_place(rule, x), 0.0, static_cast<double>(in - 1));
            made.push_back({{static_cast<std::int64_t>(place), 1.0}});
        } else {
            made.push_back(taps_at(rule, x, in, scale));
        }
    }
    return made;
}

} // namespace tiramisu::graph
