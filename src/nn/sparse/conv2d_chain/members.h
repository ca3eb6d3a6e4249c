#pragma once

#include <vector>

#include "nn/layers/conv2d_chain/chain_convolutions.h"
#include "tiramisu/nn/sparse_conv2d_chain.h"

namespace tiramisu::nn {

/// The steps of a sparse chain, lifted in between where they can be, and its shortcut.
struct chain_members : chain_convolutions {
    /// `between` as sparse_chain_steps has it; what is lifted depends on the target that is
    /// compiled for. Throws user_error if they do not fit each other.
    chain_members(const chain_start &start, const std::vector<conv2d_problem> &problems,
                  const conv2d_layouts &ends, layout between, source_place where,
                  const options &compiled = {});
    chain_members(const conv2d_chain_problem &problem, const conv2d_layouts &ends, layout between,
                  source_place where, const options &compiled)
        : chain_members(chain_start::of(problem), problem.steps, ends, between, where, compiled) {}

    /// Throws user_error if densities or patterns are given, but not one for each.
    void require_one_each(const sparse_chain_steps &known, source_place where) const;
    /// How a member lies, and what is known of its weights.
    sparse_conv2d_options options_of(std::size_t number, const sparse_chain_steps &known) const;
};

} // namespace tiramisu::nn
