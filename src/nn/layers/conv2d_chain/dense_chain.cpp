#include "nn/layers/conv2d_chain/dense_chain.h"

namespace tiramisu::nn {

namespace {

layout blocked_or_by_pixels(std::size_t, const conv2d_problem &step) {
    return step.oc % 16 == 0 ? layout::nchw16c : layout::nhwc;
}

} // namespace

dense_chain::dense_chain(const chain_start &start, const std::vector<conv2d_problem> &problems,
                         const conv2d_layouts &ends, source_place where)
    : chain_convolutions(start, problems, ends, {1, blocked_or_by_pixels}, where) {}

} // namespace tiramisu::nn
