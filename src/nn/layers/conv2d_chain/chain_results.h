#pragma once

#include <string>
#include <vector>

#include "nn/layers/conv2d_chain/chain_convolutions.h"
#include "tiramisu/nn/layer_options.h"
#include "tiramisu/nn/search_options.h"

// What is known of each convolution of a chain, as layers tell it of themselves.

namespace tiramisu::nn {

/// What all of them say, once, or what each of them says: "direct+winograd".
std::string said_of_all(const std::vector<std::string> &of_members);

/// The solvers that all convolutions have alike, each with why it cannot do one of them.
std::vector<solver_verdict> verdicts_of_all(const chain_convolutions &chain,
                                            const std::vector<std::vector<solver_verdict>> &each);

/// The chain of the fastest of each, whose times are added up: one result, or none where there is
/// nothing to compute.
std::vector<find_result> fastest_of_all(const chain_convolutions &chain,
                                        const std::vector<std::vector<find_result>> &each);

} // namespace tiramisu::nn
