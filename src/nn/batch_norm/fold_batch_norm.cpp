#include <cmath>

#include "tiramisu/nn/batch_norm.h"

namespace tiramisu::nn {

namespace {

void require_pointers(const conv2d_problem &problem, const float *weights, const float *bias,
                      const batch_norm_statistics &statistics, source_place where) {
    const auto refuse = [&](const std::string &name, const std::string &found) {
        throw user_error("problem \"" + problem.text() + "\"", "fold_batch_norm", name + found,
                         where);
    };
    const std::pair<const char *, const float *> needed[] = {{"weights", weights},
                                                             {"mean", statistics.mean},
                                                             {"variance", statistics.variance},
                                                             {"scale", statistics.scale},
                                                             {"shift", statistics.shift}};
    for (const auto &[name, given] : needed) {
        if (given == nullptr) {
            refuse(name, " is null");
        }
    }
    if (problem.bias && bias == nullptr) {
        refuse("bias", " is null, but the problem has one");
    }
    if (!problem.bias && bias != nullptr) {
        refuse("bias", " is given, but the problem has none");
    }
}

} // namespace

folded_weights fold_batch_norm(const conv2d_problem &problem, const float *weights,
                               const float *bias, const batch_norm_statistics &statistics,
                               source_place where) {
    const conv2d_problem full = problem.completed(where);
    require_pointers(full, weights, bias, statistics, where);
    const auto [filters, channels, height, width] = full.weights_extents();
    const auto of_filter = static_cast<std::size_t>(channels) * static_cast<std::size_t>(height) *
                           static_cast<std::size_t>(width);
    folded_weights folded;
    folded.weights.reserve(static_cast<std::size_t>(filters) * of_filter);
    for (int f = 0; f < filters; f++) {
        const double variance = statistics.variance[f];
        const double factor = statistics.scale[f] / std::sqrt(variance + statistics.epsilon);
        const double before = bias == nullptr ? 0.0 : bias[f];
        folded.bias.push_back(
            static_cast<float>((before - statistics.mean[f]) * factor + statistics.shift[f]));
        for (std::size_t i = 0; i < of_filter; i++) {
            folded.weights.push_back(static_cast<float>(*weights++ * factor));
        }
    }
    return folded;
}

} // namespace tiramisu::nn
