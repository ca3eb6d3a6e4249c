#pragma once

#include <cstddef>
#include <memory>

namespace tiramisu::nn {

/// Weights in the arrangement that one layer reads; for no other one.
class layer_weights {
public:
    layer_weights() = default;
    /// Memory for `size` floats, which hold anything, at the start of a cache line. Throws
    /// std::bad_alloc.
    explicit layer_weights(std::size_t size);

    const float *data() const { return data_.get(); }
    float *data() { return data_.get(); }
    std::size_t size() const { return size_; } ///< in floats

private:
    struct release {
        void operator()(float *memory) const;
    };

    std::size_t size_ = 0;
    std::unique_ptr<float[], release> data_;
};

} // namespace tiramisu::nn
