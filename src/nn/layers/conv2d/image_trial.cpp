#include "nn/layers/conv2d/image_trial.h"

#include <algorithm>

namespace tiramisu::nn {

image_trial::image_trial(const conv2d_problem &problem, const conv2d_layouts &layouts)
    : src_(random_values(element_count(layouts.src, problem.src_extents()), source_)),
      dst_(element_count(layouts.dst, problem.dst_extents())) {
    if (problem.bias) {
        bias_ = random_values(static_cast<std::size_t>(problem.oc), source_);
    }
    if (problem.has_residual()) {
        residual_ = random_values(element_count(layouts.dst, problem.conv_extents()), source_);
    }
}

void image_trial::reset() {
    std::fill(dst_.begin(), dst_.end(), 0.0f);
}

} // namespace tiramisu::nn
