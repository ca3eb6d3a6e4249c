#pragma once

#include <array>
#include <set>
#include <vector>

#include "core/program/state.h"
#include "tiramisu/skews.h"

namespace tiramisu::core {

/// What becomes of bounds that are known only at run time when the loop at level `outer` and the
/// one inside it are skewed, and tiled: those of inner loops hang on the loops around them.
class bounds_under_skews {
public:
    bounds_under_skews(function_state &function, std::vector<const computation_state *> named,
                       int outer)
        : function_(function), named_(std::move(named)), outer_(outer) {}

    bool stay_known(const loop_skew &by, bool tiled);

private:
    function_state &function_;
    std::vector<const computation_state *> named_;
    int outer_;
    std::set<std::array<bool, 5>> unknown_; ///< zeros of skews, and whether tiled

    /// Whether they are known after the skew and a further command on the two loops.
    bool are_known(const loop_skew &by, const char *then = nullptr,
                   const std::vector<int> &numbers = {}) const;
};

} // namespace tiramisu::core
