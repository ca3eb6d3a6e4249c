#include "nn/kinds/convolution_arguments.h"

namespace tiramisu::nn {

namespace {

std::vector<int> sizes(const std::array<int, 4> &extents) {
    return {extents.begin(), extents.end()};
}

} // namespace

std::vector<layer_argument> convolution_arguments(const conv2d_problem &problem,
                                                  const conv2d_layouts &layouts) {
    using role = layer_argument::role;
    std::vector<layer_argument> all = {
        {"src", role::source, sizes(problem.src_extents()), layouts.src},
        {"weights", role::weights, sizes(problem.weights_extents())}};
    if (problem.bias) {
        all.push_back({"bias", role::source, {problem.oc}});
    }
    if (problem.has_residual()) {
        all.push_back({"residual", role::source, sizes(problem.conv_extents()), layouts.dst});
    }
    all.push_back({"dst", role::result, sizes(problem.dst_extents()), layouts.dst});
    return all;
}

conv2d_layouts read_layouts(const option_words &words) {
    return {parse_layout(words.value("src", "nchw"), words.where()),
            parse_layout(words.value("dst", "nchw"), words.where())};
}

} // namespace tiramisu::nn
