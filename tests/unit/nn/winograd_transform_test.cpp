#include "nn/layers/conv2d/winograd_transform.h"

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

TEST(WinogradTransform, GivesTheCorrelationWithAKernelOfThree) {
    const std::vector<double> data = {3, -1, 4, 1, -5, 9, -2, 6}, kernel = {2, -7, 1.5};
    for (const int m : {2, 4, 6}) {
        const winograd_transform &of = winograd_transform::of(m);
        std::vector<double> products = times(of.bt, {data.begin(), data.begin() + of.products()});
        const std::vector<double> transformed = times(of.g, kernel);
        for (std::size_t i = 0; i < products.size(); i++) {
            products[i] *= transformed[i];
        }
        const std::vector<double> result = times(of.at, products);
        ASSERT_EQ(result.size(), static_cast<std::size_t>(m));
        for (std::size_t i = 0; i < result.size(); i++) {
            const double expected =
                data[i] * kernel[0] + data[i + 1] * kernel[1] + data[i + 2] * kernel[2];
            EXPECT_NEAR(result[i], expected, 1e-12) << "F(" << m << ", 3) " << i;
        }
    }
}

} // namespace
} // namespace tiramisu::nn
