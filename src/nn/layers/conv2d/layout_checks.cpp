#include "nn/layers/conv2d/layout_checks.h"

#include "nn/framework/problem/choice_word.h"
#include "nn/framework/problem/tensor_sizes.h"

namespace tiramisu::nn {

namespace {

const alternative_names<layout> convolution_layouts = {{layout::nchw, "nchw"},
                                                       {layout::nhwc, "nhwc"},
                                                       {layout::nchw16c, "nchw16c"},
                                                       {layout::lifted, "lifted"}};

} // namespace

void check_layouts(const conv2d_problem &problem, const conv2d_layouts &layouts,
                   source_place where) {
    const std::string subject = "problem \"" + problem.text() + "\"";
    check_alternative(subject, "layouts.src", convolution_layouts, layouts.src, where);
    check_alternative(subject, "layouts.dst", convolution_layouts, layouts.dst, where);
    check_tensor_size(subject, "src", problem.src_extents(), layouts.src, where);
    check_tensor_size(subject, "dst", problem.dst_extents(), layouts.dst, where);
    if (problem.has_residual()) {
        check_tensor_size(subject, "residual", problem.conv_extents(), layouts.dst, where);
    }
}

} // namespace tiramisu::nn
