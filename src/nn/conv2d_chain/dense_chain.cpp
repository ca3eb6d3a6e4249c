#include "nn/conv2d_chain/dense_chain.h"

namespace tiramisu::nn {

namespace {

layout blocked_or_by_pixels(std::size_t, const conv2d_problem &step) {
    return step.oc % 16 == 0 ? layout::nchw16c : layout::nhwc;
}

/// The resizing of one picture, which fits the chain.
resize_problem of_one_picture(const resize_problem &problem,
                              const std::vector<conv2d_problem> &steps, const conv2d_layouts &ends,
                              source_place where) {
    resize_problem one = problem.completed(where);
    require_resized(one, steps, ends, where);
    one.mb = one.mb == 0 ? 0 : 1;
    return one;
}

} // namespace

dense_chain::dense_chain(const chain_start &start, const std::vector<conv2d_problem> &problems,
                         const conv2d_layouts &ends, source_place where)
    : chain_convolutions(start.shortcut, problems, ends, {1, blocked_or_by_pixels}, where),
      pictures(problems.front().mb) {
    if (start.resizing && shortcut) {
        throw user_error(name(), start.resizing->text(),
                         "stands beside a shortcut, which reads pictures that are not resized; "
                         "resize them before the chain",
                         where);
    }
    if (start.resizing) {
        resized = of_one_picture(*start.resizing, problems, ends, where);
    }
}

workspace_sizes dense_chain::workspace() const {
    workspace_sizes sizes = between();
    if (resized) {
        sizes[2] = resized->dst().size();
    }
    return sizes;
}

std::size_t dense_chain::src_size() const {
    return resized ? resized->sources().front().size()
                   : element_count(steps.front().layouts.src, steps.front().problem.src_extents());
}

std::size_t dense_chain::dst_size() const {
    return element_count(steps.back().layouts.dst, steps.back().problem.dst_extents());
}

} // namespace tiramisu::nn
