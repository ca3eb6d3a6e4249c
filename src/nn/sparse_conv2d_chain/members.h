#pragma once

#include <vector>

#include "nn/conv2d_chain/chain_convolutions.h"

namespace tiramisu::nn {

/// As many pictures as are lanes of a vector in the lifted layout.
int pictures_at_once(const std::vector<conv2d_problem> &problems, source_place where);

/// The steps of a sparse chain, lifted in between where they can be, and its shortcut.
struct chain_members : chain_convolutions {
    /// Throws user_error if they do not fit each other.
    chain_members(const chain_start &start, const std::vector<conv2d_problem> &problems,
                  const conv2d_layouts &ends, source_place where);

    /// Throws user_error if densities are given, but not one for each.
    void require_densities(const std::vector<double> &densities, source_place where) const;
};

} // namespace tiramisu::nn
