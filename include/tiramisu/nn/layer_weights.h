#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace tiramisu::nn {

/// Weights in the arrangement that one layer reads; for no other one.
class layer_weights {
public:
    layer_weights() = default;
    /// Memory for `size` floats, which hold anything, at the start of a cache line. Layers take
    /// what is `made_for` them: a program that keeps packed weights keeps that, too. Throws
    /// std::bad_alloc.
    explicit layer_weights(std::size_t size, const std::string &made_for = "");

    const float *data() const { return data_.get(); }
    float *data() { return data_.get(); }
    std::size_t size() const { return size_; } ///< in floats
    /// The layer that packed them, its solver and configuration; empty: none.
    const std::string &made_for() const { return made_for_; }

private:
    struct release {
        void operator()(float *memory) const;
    };

    std::size_t size_ = 0;
    std::string made_for_;
    std::unique_ptr<float[], release> data_;
};

} // namespace tiramisu::nn
