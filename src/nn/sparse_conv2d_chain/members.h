#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nn/conv2d_chain/chain_steps.h"

namespace tiramisu::nn {

/// As many pictures as are lanes of a vector in the lifted layout.
int pictures_at_once(const std::vector<conv2d_problem> &problems, source_place where);

/// The steps of a sparse chain, and its shortcut.
struct chain_members {
    std::vector<chain_step> steps;
    std::optional<chain_step> shortcut;

    /// Throws user_error if they do not fit each other.
    chain_members(const std::optional<conv2d_problem> &shortcut,
                  const std::vector<conv2d_problem> &problems, const conv2d_layouts &ends,
                  source_place where);

    std::size_t count() const { return steps.size() + (shortcut ? 1 : 0); }
    std::vector<chain_step> all() const; ///< steps, then the shortcut
    std::string name() const;            ///< as errors call them
    /// Of how many what is given for each member has to be, as errors say it.
    std::string wanted() const;
    /// Throws user_error if densities are given, but not one for each.
    void require_densities(const std::vector<double> &densities, source_place where) const;
    /// What lies between them.
    workspace_sizes between() const;
};

} // namespace tiramisu::nn
