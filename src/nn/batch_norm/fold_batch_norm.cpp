#include <cmath>

#include "nn/sparse/density.h"
#include "tiramisu/nn/batch_norm.h"

namespace tiramisu::nn {

namespace {

std::string subject(const conv2d_problem &problem) {
    return "problem \"" + problem.text() + "\"";
}

/// What the weights of filter f are multiplied by.
double factor_of(const batch_norm_statistics &statistics, int f) {
    const double variance = statistics.variance[f];
    return statistics.scale[f] / std::sqrt(variance + statistics.epsilon);
}

std::vector<float> folded_bias(int filters, const float *bias,
                               const batch_norm_statistics &statistics) {
    std::vector<float> folded;
    for (int f = 0; f < filters; f++) {
        const double before = bias == nullptr ? 0.0 : bias[f];
        folded.push_back(static_cast<float>(
            (before - statistics.mean[f]) * factor_of(statistics, f) + statistics.shift[f]));
    }
    return folded;
}

[[noreturn]] void refuse(const conv2d_problem &problem, const std::string &reason,
                         source_place where) {
    throw user_error(subject(problem), "fold_batch_norm", reason, where);
}

void require_there(const conv2d_problem &problem, const std::string &name, const float *given,
                   source_place where) {
    if (given == nullptr) {
        refuse(problem, name + " is null", where);
    }
}

/// All but the weights.
void require_channels(const conv2d_problem &problem, const float *bias,
                      const batch_norm_statistics &statistics, source_place where) {
    require_there(problem, "mean", statistics.mean, where);
    require_there(problem, "variance", statistics.variance, where);
    require_there(problem, "scale", statistics.scale, where);
    require_there(problem, "shift", statistics.shift, where);
    if (problem.bias && bias == nullptr) {
        refuse(problem, "bias is null, but the problem has one", where);
    }
    if (!problem.bias && bias != nullptr) {
        refuse(problem, "bias is given, but the problem has none", where);
    }
}

} // namespace

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

folded_sparse_weights fold_batch_norm(const conv2d_problem &problem,
                                      const sparse::csr_matrix &weights, const float *bias,
                                      const batch_norm_statistics &statistics, source_place where) {
    const conv2d_problem full = problem.completed(where);
    require_size(subject(full), "fold_batch_norm", weights, full.oc,
                 full.ic / full.g * full.kh * full.kw, "oc x ic / g * kh * kw", where);
    require_channels(full, bias, statistics, where);
    std::vector<sparse::coo_element> elements = weights.to_coo();
    for (sparse::coo_element &one : elements) {
        one.value = static_cast<float>(one.value * factor_of(statistics, one.row));
    }
    return {sparse::csr_matrix::from_coo(weights.rows(), weights.columns(), std::move(elements),
                                         sparse::nan_policy::keep, where),
            folded_bias(full.oc, bias, statistics)};
}

} // namespace tiramisu::nn
