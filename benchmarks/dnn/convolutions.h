#pragma once

#include <array>
#include <string>
#include <vector>

#include <tiramisu/nn/nn.h>

namespace tiramisu::bench {

/// A single convolution, or a chain of them.
struct convolutions : nn::conv2d_chain_problem {
    bool is_chain() const { return resizing || steps.size() > 1; }

    /// Steps, then the shortcut.
    std::vector<nn::conv2d_problem> all() const {
        std::vector<nn::conv2d_problem> list = steps;
        if (shortcut) {
            list.push_back(*shortcut);
        }
        return list;
    }

    std::array<int, 4> src_extents() const {
        return resizing ? resizing->src_extents() : steps.front().src_extents();
    }

    /// As layers of such images are called.
    std::string text(const nn::conv2d_layouts &layouts) const {
        nn::conv2d_chain_problem arranged = *this;
        if (resizing) {
            arranged.resizing->format = layouts.src;
        }
        return (is_chain() ? arranged.text() : steps.front().text()) +
               " src=" + to_string(layouts.src) + " dst=" + to_string(layouts.dst);
    }
};

} // namespace tiramisu::bench
