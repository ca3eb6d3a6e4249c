#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/derivative/chain.h"

namespace tiramisu::core {

/// What a derivative is taken through: the computations that depend on `by` and on which `of`
/// depends, these included.
struct dependence_path {
    /// In the order in which they are complete: that of their last definitions.
    std::vector<const computation_state *> computations;
    std::map<std::string, std::vector<chain_link>> chains; ///< of these, by name
    std::vector<const computation_state *> inputs;         ///< of `by`

    bool has(const std::string &name) const;
};

/// Throws user_error where `of` does not depend on one of `by`.
dependence_path path_between(const function_state &function, const computation_state &of,
                             const std::vector<const computation_state *> &by,
                             const public_call &call);

} // namespace tiramisu::core
