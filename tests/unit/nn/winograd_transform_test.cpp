#include "nn/layers/conv2d/winograd_transform.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace tiramisu::nn {
namespace {

std::vector<double> times(const winograd_transform::matrix &matrix,
                          const std::vector<double> &vector) {
    std::vector<double> product;
    for (const std::vector<double> &row : matrix) {
        product.push_back(0);
        for (std::size_t i = 0; i < row.size(); i++) {
            product.back() += row[i] * vector.at(i);
        }
    }
    return product;
}

/// The largest difference of F(m, r) from the definition.
double error_of(int m, int r) {
    const std::vector<double> data = {3, -1, 4, 1, -5, 9, -2, 6},
                              kernel = {2, -7, 1.5, 3, -0.5, 4, 1, -2};
    const winograd_transform &of = winograd_transform::of(m, r);
    std::vector<double> products = times(of.bt, {data.begin(), data.begin() + of.products()});
    const std::vector<double> transformed = times(of.g, {kernel.begin(), kernel.begin() + r});
    for (std::size_t i = 0; i < products.size(); i++) {
        products[i] *= transformed[i];
    }
    const std::vector<double> result = times(of.at, products);
    EXPECT_EQ(result.size(), static_cast<std::size_t>(m));
    double error = 0;
    for (std::size_t i = 0; i < result.size(); i++) {
        double expected = 0;
        for (std::size_t k = 0; k < static_cast<std::size_t>(r); k++) {
            expected += data[i + k] * kernel[k];
        }
        error = std::max(error, std::abs(result[i] - expected));
    }
    return error;
}

TEST(WinogradTransform, GivesTheCorrelation) {
    for (int r = 1; r <= winograd_transform::most_products; r++) {
        for (int m = 1; m + r - 1 <= winograd_transform::most_products; m++) {
            EXPECT_LE(error_of(m, r), 1e-11) << "F(" << m << ", " << r << ")";
        }
    }
}

TEST(WinogradTransform, OfOneElementIsNone) {
    const winograd_transform &of = winograd_transform::of(1, 1);
    const winograd_transform::matrix one = {{1}};
    EXPECT_EQ(of.bt, one);
    EXPECT_EQ(of.g, one);
    EXPECT_EQ(of.at, one);
}

} // namespace
} // namespace tiramisu::nn
