#include "tiramisu/nn/tensor.h"

namespace tiramisu::nn {

std::array<int, 4> tensor_extents::of_images() const {
    if (size() != 4) {
        throw user_error("tensor of " + std::to_string(size()) + " extents", "",
                         "is taken for images, which have 4: image, channel, row, column");
    }
    return {sizes_[0], sizes_[1], sizes_[2], sizes_[3]};
}

std::size_t tensor::size() const {
    if (extents.size() == 4) {
        return element_count(format, extents);
    }
    std::size_t count = 1;
    for (const int extent : extents) {
        count *= static_cast<std::size_t>(extent);
    }
    return count;
}

} // namespace tiramisu::nn
