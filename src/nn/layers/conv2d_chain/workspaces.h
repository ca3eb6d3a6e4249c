#pragma once

#include <array>
#include <mutex>
#include <vector>

#include "tiramisu/nn/layer_weights.h"

namespace tiramisu::nn {

/// Results of steps are written to the first two in turn, a resized picture or what a shortcut
/// leaves to the third.
using workspace = std::array<layer_weights, 3>;
using workspace_sizes = std::array<std::size_t, 3>; ///< in floats

/// Workspaces of runs that have ended, for others.
class workspaces {
public:
    explicit workspaces(const workspace_sizes &sizes) : sizes_(sizes) {}

    workspace take();
    void put_back(workspace used);
    std::size_t bytes() const { return (sizes_[0] + sizes_[1] + sizes_[2]) * sizeof(float); }

private:
    workspace_sizes sizes_;
    std::mutex mutex_;
    std::vector<workspace> unused_;
};

} // namespace tiramisu::nn
