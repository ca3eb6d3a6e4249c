#include "nn/layers/conv2d/image_trial.h"

namespace tiramisu::nn {

image_trial::image_trial(const conv2d_problem &problem, const conv2d_layouts &layouts)
    : src_(typed_values::random(problem.type, element_count(layouts.src, problem.src_extents()),
                                source_)),
      dst_(problem.types().result, element_count(layouts.dst, problem.dst_extents())) {
    const product_types types = problem.types();
    if (problem.bias) {
        bias_ =
            typed_values::random(types.arithmetic(), static_cast<std::size_t>(problem.oc), source_);
    }
    if (problem.has_residual()) {
        residual_ = typed_values::random(
            types.result, element_count(layouts.dst, problem.conv_extents()), source_);
    }
}

void image_trial::reset() {
    dst_.clear();
}

} // namespace tiramisu::nn
