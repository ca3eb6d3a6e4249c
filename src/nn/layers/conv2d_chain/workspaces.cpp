#include "nn/layers/conv2d_chain/workspaces.h"

#include <utility>

namespace tiramisu::nn {

workspace workspaces::take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (unused_.empty()) {
        return {layer_weights(sizes_[0]), layer_weights(sizes_[1]), layer_weights(sizes_[2])};
    }
    workspace last = std::move(unused_.back());
    unused_.pop_back();
    return last;
}

void workspaces::put_back(workspace used) {
    const std::lock_guard<std::mutex> lock(mutex_);
    unused_.push_back(std::move(used));
}

} // namespace tiramisu::nn
