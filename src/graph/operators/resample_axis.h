#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tiramisu::graph {

/// The operator that computes sums of neighbours: no file has it.
constexpr const char *resample_operator = "tiramisu.Resample";

/// A neighbour that takes part in a result.
struct resample_tap {
    std::int64_t place;
    double weight;
};

/// For each place of the result, as many taps.
using resample_table = std::vector<std::vector<resample_tap>>;

/// How ONNX's Resize finds values between elements: its attributes.
struct resample_rule {
    std::string mode = "nearest"; ///< or linear, cubic
    std::string transformation = "half_pixel";
    std::string nearest = "round_prefer_floor";
    double cubic_a = -0.75;
    bool exclude_outside = false, antialias = false;
};

/// Along one axis, from `in` elements to `out`, which `scale` says, too. Throws refusal.
resample_table table_along(const resample_rule &rule, std::int64_t in, std::int64_t out,
                           double scale);

} // namespace tiramisu::graph
