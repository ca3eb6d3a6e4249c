#pragma once

#include <array>
#include <optional>
#include <vector>

#include <tiramisu/nn/nn.h>

namespace tiramisu::bench {

/// One after the other, if there are several; of pictures that may be resized first.
struct convolutions {
    std::optional<nn::resize_problem> resized;
    std::vector<nn::conv2d_problem> steps;

    std::array<int, 4> src_extents() const {
        return resized ? resized->src_extents() : steps.front().src_extents();
    }
};

} // namespace tiramisu::bench
