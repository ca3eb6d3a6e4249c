#include "nn/layers/conv2d_chain/workspaces.h"

#include <utility>

namespace tiramisu::nn {

workspace workspaces::take() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (unused_.empty()) {
        const auto of_size = [this](std::size_t size) { return layer_weights(size, "", type_); };
        return {of_size(sizes_[0]), of_size(sizes_[1]), of_size(sizes_[2])};
    }
    workspace last = std::move(unused_.back());
    unused_.pop_back();
    return last;
}

void workspaces::put_back(workspace used) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    unused_.push_back(std::move(used));
}

} // namespace tiramisu::nn
