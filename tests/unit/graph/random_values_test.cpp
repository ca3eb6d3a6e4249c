#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"

// What a network draws by itself: how it is distributed, and that it stays the same.

namespace tiramisu::testing {
namespace {

using graph::shape;
using oracle::throws;
using attributes = network_builder::attributes;
using numbers = std::vector<double>;

/// What nodes of one operator draw for an input of this many zeros.
std::vector<numbers> drawn(const std::string &op, std::int64_t count, const attributes &with,
                           std::size_t nodes = 1, primitive_t type = p_float32) {
    network_builder made(op);
    const std::string x = made.input("x", {count}, type);
    std::vector<std::string> noisy;
    for (std::size_t i = 0; i < nodes; i++) {
        noisy.push_back(made.node("Add", {x, made.node(op, {x}, with)}));
    }
    const graph::tensor zeros = graph::tensor_of({type, {count}}, numbers(std::size_t(count)));
    const auto found = graph::evaluate(made.with_outputs(noisy), {{"x", zeros}});
    std::vector<numbers> all;
    for (const std::string &one : noisy) {
        all.push_back(graph::reals_of(found.at(one)));
    }
    return all;
}

double mean_of(const numbers &values, double from = 0, int power = 1) {
    double sum = 0;
    for (const double one : values) {
        sum += std::pow(one - from, power);
    }
    return sum / static_cast<double>(values.size());
}

/// Bounds are five deviations of the mean and the variance of so many numbers.
TEST(RandomValues, NormalNumbersHaveTheirMeanAndVariance) {
    const numbers values =
        drawn("RandomNormalLike", 40000, {{"mean", 3.0f}, {"scale", 2.0f}}).front();
    EXPECT_NEAR(mean_of(values), 3, 0.05);
    EXPECT_NEAR(mean_of(values, 3, 2), 4, 0.15);
    EXPECT_NEAR(mean_of(values, 3, 4), 3 * 16, 6);
}

TEST(RandomValues, UniformNumbersLieBetweenTheirBounds) {
    const numbers values =
        drawn("RandomUniformLike", 40000, {{"low", -1.0f}, {"high", 3.0f}}).front();
    EXPECT_THAT(values, ::testing::Each(::testing::AllOf(::testing::Ge(-1), ::testing::Le(3))));
    EXPECT_NEAR(mean_of(values), 1, 0.03);
    EXPECT_NEAR(mean_of(values, 1, 2), 16.0 / 12, 0.04);
}

TEST(RandomValues, NodesDifferAndSeedsRepeat) {
    const auto apart = drawn("RandomNormalLike", 8, {}, 2);
    EXPECT_NE(apart[0], apart[1]);
    EXPECT_EQ(apart, drawn("RandomNormalLike", 8, {}, 2));
    const auto alike = drawn("RandomNormalLike", 8, {{"seed", 7.0f}}, 2);
    EXPECT_EQ(alike[0], alike[1]);
    EXPECT_NE(alike[0], drawn("RandomNormalLike", 8, {{"seed", 8.0f}}).front());
}

TEST(RandomValues, TheShapeMayBeAnAttribute) {
    network_builder made("noise");
    const std::string noise =
        made.node("RandomNormal", {}, {{"shape", std::vector<std::int64_t>{2, 3}}});
    const std::string y = made.node("Add", {made.input("x", {1}), noise});
    const graph::tensor zero(shape{1}, std::vector<float>{0});
    EXPECT_EQ(graph::evaluate(made.with_output(y), {{"x", zero}}).at(y).extents(), (shape{2, 3}));
}

TEST(RandomValues, RefuseIntegersAndWhatIsTooLarge) {
    EXPECT_TRUE(throws<unsupported_error>(
        [] { drawn("RandomNormalLike", 4, {}, 1, p_int64); },
        {"(RandomNormalLike): makes elements of int64, must be floats; attribute dtype says "
         "which"}));
    network_builder made("much");
    const std::vector<std::int64_t> extents = {1 << 13, 1 << 12};
    const std::string noise = made.node("RandomUniform", {}, {{"shape", extents}});
    const graph::model net = made.with_output(made.node("Add", {made.input("x", {1}), noise}));
    const graph::tensor zero(shape{1}, std::vector<float>{0});
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            graph::evaluate(net, {{"x", zero}});
        },
        {"(RandomUniform): draws float32 8192x4096, supported are up to 16777216 elements"}));
}

} // namespace
} // namespace tiramisu::testing
