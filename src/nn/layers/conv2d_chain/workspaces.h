#pragma once

#include <array>
#include <mutex>
#include <vector>

#include "tiramisu/nn/layer_weights.h"

namespace tiramisu::nn {

/// Results of steps are written to the first two in turn, a resized image or what a shortcut
/// leaves to the third.
using workspace = std::array<layer_weights, 3>;
using workspace_sizes = std::array<std::size_t, 3>; ///< in elements

/// Workspaces of runs that have ended, for others. Several threads may take them at once.
class workspaces {
public:
    workspaces(const workspace_sizes &sizes, element_type type) : sizes_(sizes), type_(type) {}

    workspace take() const;
    void put_back(workspace used) const;
    std::size_t bytes() const { return (sizes_[0] + sizes_[1] + sizes_[2]) * bytes_of(type_); }

private:
    workspace_sizes sizes_;
    element_type type_;
    mutable std::mutex mutex_;
    mutable std::vector<workspace> unused_;
};

} // namespace tiramisu::nn
