#pragma once

#include <random>
#include <vector>

#include "tiramisu/nn/elements.h"

namespace tiramisu::driver {

/// Memory of a tensor.
class tensor_data {
public:
    /// Zeros.
    tensor_data(nn::element_type type, std::size_t count);

    /// Numbers from -1 to 1; of integers, from -8 to 8, or from 0 to 8 where they have no sign.
    void fill(std::mt19937 &source);
    /// Without their signs: variances are such.
    void take_absolute_values();
    /// Keeps this share of them, and makes the others zeros.
    void thin_out(double density, std::mt19937 &source);

    double operator[](std::size_t place) const;
    void set(std::size_t place, double value);
    std::size_t size() const { return count_; }

    nn::elements memory() { return {bytes_.data(), type_}; }
    nn::const_elements memory() const { return {bytes_.data(), type_}; }

private:
    nn::element_type type_;
    std::size_t count_;
    std::vector<unsigned char> bytes_;

    template <typename Use>
    auto with_type(const Use &use) const;
};

/// The largest difference of a result from what was expected, over the largest value expected;
/// infinite where one is no number.
double largest_difference(const tensor_data &expected, const tensor_data &found);

} // namespace tiramisu::driver
