#pragma once

#include <vector>

#include "nn/layers/conv2d_chain/chain_convolutions.h"

namespace tiramisu::nn {

/// How images go through convolutions with dense weights: one by one, what lies between two steps
/// in blocks of channels or pixel by pixel.
struct dense_chain : chain_convolutions {
    /// Of a chain whose src and dst lie as `ends` says. Throws user_error where something does not
    /// fit.
    dense_chain(const chain_start &start, const std::vector<conv2d_problem> &problems,
                const conv2d_layouts &ends, source_place where);
    dense_chain(const conv2d_chain_problem &problem, const conv2d_layouts &ends, source_place where)
        : dense_chain(chain_start::of(problem), problem.steps, ends, where) {}
};

} // namespace tiramisu::nn
