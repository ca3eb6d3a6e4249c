#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "nn/kinds/named_memory.h"
#include "tiramisu/nn/conv2d_chain.h"

// What kinds of chains share, whose convolutions have dense or sparse weights.

namespace tiramisu::nn {

/// A convolution of a chain: a step or, behind them, the shortcut.
struct chain_part {
    std::string name; ///< as arguments end: its number from 1, or "shortcut"
    conv2d_problem problem;
};
std::vector<chain_part> parts_of(const conv2d_chain_problem &problem);

/// Of a completed problem: weights are those of all parts, one behind the other, and biases are
/// called bias_1, bias_2, ..., bias_shortcut. Throws user_error if these are more weights than a
/// tensor has.
std::vector<layer_argument> chain_arguments(const conv2d_chain_problem &problem,
                                            const conv2d_layouts &layouts);

/// The weights of each part.
const_elements_list weights_of_parts(const conv2d_chain_problem &problem, const_elements all);
/// The biases of each part, null for one that has none. Throws user_error, naming the layer, where
/// one is missing.
const_elements_list biases_of_parts(const conv2d_chain_problem &problem,
                                    const named_memory &memory);

} // namespace tiramisu::nn
