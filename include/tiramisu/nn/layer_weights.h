#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "tiramisu/nn/elements.h"

namespace tiramisu::nn {

/// Weights in the arrangement that one layer reads; for no other one.
class layer_weights {
public:
    layer_weights() = default;
    /// Memory for `size` elements, which hold anything, at the start of a cache line. Layers take
    /// what is `made_for` them: a program that keeps packed weights keeps that, too. Throws
    /// std::bad_alloc.
    explicit layer_weights(std::size_t size, const std::string &made_for = "",
                           element_type type = element_type::f32);
    /// Weights that were moved from are none, as those that are made of nothing.
    layer_weights(layer_weights &&other) noexcept;
    layer_weights &operator=(layer_weights &&other) noexcept;
    ~layer_weights() = default;

    /// Of weights of type f32.
    const float *data() const { return static_cast<const float *>(data_.get()); }
    float *data() { return static_cast<float *>(data_.get()); }
    const_elements memory() const { return {data_.get(), type_}; }
    elements memory() { return {data_.get(), type_}; }
    std::size_t size() const { return size_; } ///< in elements
    std::size_t bytes() const { return size_ * bytes_of(type_); }
    element_type type() const { return type_; }
    /// The layer that packed them, its solver and configuration; empty: none.
    const std::string &made_for() const { return made_for_; }

private:
    struct release {
        void operator()(void *memory) const;
    };

    std::size_t size_ = 0;
    element_type type_ = element_type::f32;
    std::string made_for_;
    std::unique_ptr<void, release> data_;
};

} // namespace tiramisu::nn
