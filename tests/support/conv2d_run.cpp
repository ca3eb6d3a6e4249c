#include "support/conv2d_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/guarded_memory.h"
#include "support/image_layouts.h"

namespace tiramisu::oracle {

namespace {

using tiramisu::testing::guarded_memory;

} // namespace

std::vector<float> run_conv2d(const nn::conv2d &layer, const nn::conv2d_layouts &layouts,
                              const conv2d_data &data) {
    const nn::conv2d_problem &problem = layer.problem();
    guarded_memory<float> src(arranged(data.src, layouts.src, problem.src_extents()));
    guarded_memory<float> weights(data.weights), bias(data.bias);
    guarded_memory<float> residual(
        problem.has_residual() ? arranged(data.residual, layouts.dst, problem.conv_extents())
                               : std::vector<float>());
    guarded_memory<float> dst(
        std::vector<float>(nn::element_count(layouts.dst, problem.dst_extents()),
                           std::numeric_limits<float>::quiet_NaN()));
    layer.run(src.data(), weights.data(), problem.bias ? bias.data() : nullptr, dst.data(),
              problem.has_residual() ? residual.data() : nullptr);
    return plain(dst.elements(), layouts.dst, problem.dst_extents());
}

double largest_error(const std::vector<double> &expected, const std::vector<float> &found) {
    double scale = 1, error = 0;
    for (std::size_t i = 0; i < expected.size(); i++) {
        if (!std::isfinite(found.at(i))) {
            return std::numeric_limits<double>::infinity();
        }
        scale = std::max(scale, std::abs(expected[i]));
        error = std::max(error, std::abs(expected[i] - static_cast<double>(found[i])));
    }
    return error / scale;
}

} // namespace tiramisu::oracle
