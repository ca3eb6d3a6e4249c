#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/layers/conv2d/solvers.h"
#include "nn/layers/conv2d_chain/dense_chain.h"
#include "tiramisu/function_sequence.h"

namespace tiramisu::nn {

/// A chain as two C functions, one that runs it and one that packs its weights. <step> is a number,
/// or "shortcut".
struct chain_program {
    /// Of src, weights, a bias_<step> of each step that has one, and dst.
    function_sequence run;
    /// Of weights_<step> of each step, and weights: those of all steps, packed.
    function_sequence pack_weights;
    std::int64_t weights_count = 0;     ///< packed, in floats
    std::vector<conv2d_choice> choices; ///< of the steps, then of the shortcut
};

/// The functions are called `name` and `name`_pack_weights. Steps have the solvers that the results
/// of `opts`, or else the rule, take.
chain_program generate_chain(const dense_chain &chain, const machine &target,
                             const layer_options &opts, const std::string &name);

} // namespace tiramisu::nn
