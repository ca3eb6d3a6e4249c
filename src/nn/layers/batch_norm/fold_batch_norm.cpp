#include "nn/layers/batch_norm/folding.h"

namespace tiramisu::nn {

folded_weights fold_batch_norm(const conv2d_problem &problem, const float *weights,
                               const float *bias, const batch_norm_statistics &statistics,
                               source_place where) {
    const conv2d_problem full = problem.completed(where);
    require_there(full, "weights", weights, where);
    require_channels(full, bias, statistics, where);
    const auto [filters, channels, height, width] = full.weights_extents();
    const auto of_filter = static_cast<std::size_t>(channels) * static_cast<std::size_t>(height) *
                           static_cast<std::size_t>(width);
    folded_weights folded;
    folded.bias = folded_bias(filters, bias, statistics);
    folded.weights.reserve(static_cast<std::size_t>(filters) * of_filter);
    for (int f = 0; f < filters; f++) {
        const double factor = factor_of(statistics, f);
        for (std::size_t i = 0; i < of_filter; i++) {
            folded.weights.push_back(static_cast<float>(*weights++ * factor));
        }
    }
    return folded;
}

} // namespace tiramisu::nn
