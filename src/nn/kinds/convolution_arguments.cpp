#include "nn/kinds/convolution_arguments.h"

namespace tiramisu::nn {

std::vector<layer_argument> convolution_arguments(const conv2d_problem &problem,
                                                  const conv2d_layouts &layouts) {
    using role = layer_argument::role;
    const product_types types = problem.types();
    std::vector<layer_argument> all = {
        {{"src", problem.src_extents(), layouts.src, types.left}, role::source},
        {{"weights", problem.weights_extents(), layout::nchw, types.right}, role::weights}};
    if (problem.bias) {
        all.push_back({{"bias", {problem.oc}, layout::nchw, types.arithmetic()}});
    }
    if (problem.has_residual()) {
        all.push_back({{"residual", problem.conv_extents(), layouts.dst, types.result}});
    }
    all.push_back({{"dst", problem.dst_extents(), layouts.dst, types.result}, role::result});
    return all;
}

conv2d_layouts read_layouts(const option_words &words) {
    return {parse_layout(words.value("src", "nchw"), words.where()),
            parse_layout(words.value("dst", "nchw"), words.where())};
}

std::string layouts_text(const conv2d_layouts &layouts) {
    return " src=" + to_string(layouts.src) + " dst=" + to_string(layouts.dst);
}

} // namespace tiramisu::nn
