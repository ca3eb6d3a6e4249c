#include "nn/layers/batch_norm/folding.h"

#include <cmath>

namespace tiramisu::nn {

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

namespace {

[[noreturn]] void refuse(const conv2d_problem &problem, const std::string &reason,
                         source_place where) {
    throw user_error("problem \"" + problem.text() + "\"", "fold_batch_norm", reason, where);
}

} // namespace

void require_there(const conv2d_problem &problem, const std::string &name, const float *given,
                   source_place where) {
    if (given == nullptr) {
        refuse(problem, name + " is null", where);
    }
}

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

} // namespace tiramisu::nn
