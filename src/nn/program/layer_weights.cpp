#include "tiramisu/nn/layer_weights.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace tiramisu::nn {

layer_weights::layer_weights(std::size_t size) : size_(size) {
    constexpr std::size_t alignment = 64; // a vector of 16 floats, a line of the caches
    const std::size_t bytes = (size * sizeof(float) + alignment - 1) / alignment * alignment;
    data_.reset(static_cast<float *>(std::aligned_alloc(alignment, std::max(bytes, alignment))));
    if (!data_) {
        throw std::bad_alloc();
    }
}

void layer_weights::release::operator()(float *memory) const {
    std::free(memory);
}

} // namespace tiramisu::nn
