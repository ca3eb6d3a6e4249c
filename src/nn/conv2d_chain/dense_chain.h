#pragma once

#include <optional>
#include <vector>

#include "nn/conv2d_chain/chain_convolutions.h"

namespace tiramisu::nn {

/// What may stand before the steps of a chain, one or the other.
struct chain_start {
    std::optional<resize_problem> resizing = {};
    std::optional<conv2d_problem> shortcut = {};
};

/// How pictures go through convolutions with dense weights: one by one, what lies between two steps
/// in blocks of channels or pixel by pixel.
struct dense_chain : chain_convolutions {
    std::optional<resize_problem> resized; ///< before the first step; of one picture
    int pictures;                          ///< in all

    /// Of a chain whose src and dst lie as `ends` says. Throws user_error where something does not
    /// fit.
    dense_chain(const chain_start &start, const std::vector<conv2d_problem> &problems,
                const conv2d_layouts &ends, source_place where);

    workspace_sizes workspace() const;
    std::size_t src_size() const; ///< of a picture of the chain's src, in floats
    std::size_t dst_size() const;
};

} // namespace tiramisu::nn
