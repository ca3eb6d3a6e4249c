#include <algorithm>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "support/network_builder.h"

// Transposes of networks in all orders: sizes of whole tiles, of less, of one element.

namespace tiramisu::testing {
namespace {

TEST(Transpose, OfAnyOrderAndType) {
    for (unsigned seed = 1; seed <= 40; seed++) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const auto pick = [&](const std::vector<std::int64_t> &from) {
            return from[random() % from.size()];
        };
        std::vector<std::int64_t> order(1 + random() % 5);
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random);
        graph::shape extents;
        for (std::size_t d = 0; d < order.size(); d++) {
            extents.push_back(order.size() < 4 ? pick({1, 3, 16, 33, 70}) : pick({1, 2, 3, 17}));
        }
        const primitive_t type =
            std::vector<primitive_t>{p_float32, p_uint8, p_float64, p_int32}[random() % 4];
        network_builder made("turned");
        const graph::model network = made.with_output(
            made.node("Transpose", {made.input("x", extents, type)}, {{"perm", order}}));
        expect_computes_as_defined(network, 0);
    }
}

TEST(Transpose, OfANumber) {
    network_builder made("number");
    expect_computes_as_defined(
        made.with_output(made.node("Transpose", {made.input("x", {}, p_int64)})), 0);
}

} // namespace
} // namespace tiramisu::testing
