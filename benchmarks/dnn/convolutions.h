#pragma once

#include <array>
#include <optional>
#include <vector>

#include <tiramisu/nn/nn.h>

namespace tiramisu::bench {

/// One after the other, if there are several; of images that may be resized first. A residual is
/// what the first of them reads, or what a shortcut makes of it.
struct convolutions {
    std::optional<nn::resize_problem> resized;
    std::vector<nn::conv2d_problem> steps;
    std::optional<nn::conv2d_problem> shortcut = {};

    /// Steps, then the shortcut.
    std::vector<nn::conv2d_problem> all() const {
        std::vector<nn::conv2d_problem> list = steps;
        if (shortcut) {
            list.push_back(*shortcut);
        }
        return list;
    }

    std::array<int, 4> src_extents() const {
        return resized ? resized->src_extents() : steps.front().src_extents();
    }
};

} // namespace tiramisu::bench
