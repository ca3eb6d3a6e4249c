#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "tiramisu/nn/elements.h"

namespace tiramisu::nn {

/// Elements of a type in memory, for trials.
class typed_values {
public:
    typed_values() = default;
    /// Zeros.
    typed_values(element_type type, std::size_t count)
        : type_(type), bytes_(count * bytes_of(type)) {}
    /// Floats from -1 to 1, as random_values() has them of f32; 8-bit integers of all values,
    /// others from -1000 to 1000.
    static typed_values random(element_type type, std::size_t count, std::mt19937 &source);

    element_type type() const { return type_; }
    std::size_t size() const { return bytes_.size() / bytes_of(type_); }
    const_elements memory() const { return {bytes_.data(), type_}; }
    elements memory() { return {bytes_.data(), type_}; }
    /// Sets all to 0, where they are.
    void clear() { std::fill(bytes_.begin(), bytes_.end(), std::uint8_t{0}); }
    /// The nearest floats.
    std::vector<float> floats() const;

private:
    element_type type_ = element_type::f32;
    std::vector<std::uint8_t> bytes_;
};

} // namespace tiramisu::nn
