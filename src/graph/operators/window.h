#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/operators/node_call.h"

namespace tiramisu::graph {

/// How windows lie along one dimension of an image.
struct window {
    std::int64_t size = 1, stride = 1, dilation = 1;
    std::int64_t before = 0, after = 0; ///< padding
    std::int64_t in = 0, out = 0;       ///< elements of the image, windows

    std::int64_t reach() const { return (size - 1) * dilation + 1; }
    /// Padding behind the image with which every window lies inside.
    std::int64_t whole_after() const {
        return std::max<std::int64_t>(0, (out - 1) * stride + reach() - before - in);
    }
    /// Of the image: the element of window `at` at `k`; may lie outside.
    std::int64_t position(std::int64_t at, std::int64_t k) const {
        return at * stride - before + k * dilation;
    }
};

/// The numbers of an attribute, `count` of them: strides, dilations or paddings; `otherwise` where
/// it is not there. Throws refusal where there are more or fewer, or one is less than `lowest`, or
/// too large.
std::vector<std::int64_t> window_numbers(const node_call &call, const std::string &name,
                                         std::size_t count, std::int64_t otherwise,
                                         std::int64_t lowest);

/// The windows of a convolution or pooling, a dimension each, of an input [N, C, spatial...] by the
/// attributes strides, pads, auto_pad, dilations, ceil_mode. Throws refusal.
std::vector<window> windows_of(const node_call &call, const shape &kernel);

} // namespace tiramisu::graph
