#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"

// Attention, RotaryEmbedding and GridSample, against values that were computed by hand.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using oracle::throws;
using attributes = network_builder::attributes;

tensor floats(const shape &extents, const std::vector<float> &values) {
    return {extents, values};
}

/// The first output of a node whose inputs are constants, but for the first.
std::vector<double> evaluated(const std::string &op, const std::vector<tensor> &inputs,
                              const attributes &with = {}) {
    network_builder made(op, 24);
    std::vector<std::string> names = {made.input("x", inputs[0].extents())};
    for (std::size_t i = 1; i < inputs.size(); i++) {
        names.push_back(made.constant(inputs[i]));
    }
    const graph::model network = made.with_output(made.node(op, names, with, "one"));
    return graph::reals_of(
        graph::evaluate(network, {{"x", inputs[0]}}).at(network.outputs.front().name));
}

auto are(const std::vector<double> &values) {
    return ::testing::Pointwise(::testing::DoubleNear(1e-5), values);
}

TEST(RotaryEmbedding, TurnsHalvesOrNeighbours) {
    const std::vector<tensor> inputs = {floats({1, 1, 1, 4}, {1, 2, 3, 4}),
                                        floats({1, 1, 2}, {0, 1}), floats({1, 1, 2}, {1, 0})};
    EXPECT_THAT(evaluated("RotaryEmbedding", inputs), are({-3, 2, 1, 4}));
    EXPECT_THAT(evaluated("RotaryEmbedding", inputs, {{"interleaved", std::int64_t{1}}}),
                are({-2, 1, 3, 4}));
}

TEST(RotaryEmbedding, TakesAnglesOfPositionsAndLeavesTheRest) {
    const std::vector<tensor> inputs = {floats({1, 1, 3}, {1, 2, 3}), floats({2, 1}, {1, 0}),
                                        floats({2, 1}, {0, 1}),
                                        tensor(shape{1, 1}, std::vector<std::int64_t>{1})};
    const attributes with = {{"num_heads", std::int64_t{1}},
                             {"rotary_embedding_dim", std::int64_t{2}}};
    EXPECT_THAT(evaluated("RotaryEmbedding", inputs, with), are({-2, 1, 3}));
    EXPECT_TRUE(
        throws<unsupported_error>([&] { evaluated("RotaryEmbedding", inputs); },
                                  {"node \"one\" (RotaryEmbedding): input is float32 1x1x3, must "
                                   "have 4 dimensions, or 3 of which num_heads, 0, divides the "
                                   "last"}));
}

/// Queries of 0 look at all keys that they may see alike.
const tensor &no_preference() {
    static const tensor made = floats({1, 1, 2, 1}, {0, 0});
    return made;
}

TEST(Attention, IsAMeanOfTheValuesThatAreSeen) {
    const tensor keys = floats({1, 1, 3, 1}, {1, 2, 3}), values = floats({1, 1, 3, 1}, {3, 6, 9});
    EXPECT_THAT(evaluated("Attention", {no_preference(), keys, values}), are({6, 6}));
    EXPECT_THAT(
        evaluated("Attention", {no_preference(), keys, values}, {{"is_causal", std::int64_t{1}}}),
        are({3, 4.5}));
    const tensor seen({p_boolean, {2, 3}}, std::vector<std::uint8_t>{0, 1, 1, 0, 0, 0});
    EXPECT_THAT(evaluated("Attention", {no_preference(), keys, values, seen}), are({7.5, 0}));
    const tensor two_of_three({p_boolean, {1, 2}}, std::vector<std::uint8_t>{1, 1});
    EXPECT_THAT(evaluated("Attention", {no_preference(), keys, values, two_of_three}),
                are({4.5, 4.5}));
}

TEST(Attention, WeighsByScaledProductsAndMasks) {
    const tensor query = floats({1, 1, 1, 1}, {2}), keys = floats({1, 1, 2, 1}, {0, 1}),
                 values = floats({1, 1, 2, 1}, {0, 1});
    const double share = 1 / (1 + std::exp(-1.0));
    EXPECT_THAT(evaluated("Attention", {query, keys, values}, {{"scale", 0.5f}}), are({share}));
    const tensor mask = floats({1, 2}, {1, -1});
    EXPECT_THAT(evaluated("Attention", {query, keys, values, mask}), are({0.5}));
}

TEST(Attention, HeadsOfQueriesShareThoseOfKeys) {
    const tensor queries = floats({1, 1, 2}, {0, 0}), one = floats({1, 2, 1}, {4, 8});
    const attributes with = {{"q_num_heads", std::int64_t{2}}, {"kv_num_heads", std::int64_t{1}}};
    EXPECT_THAT(evaluated("Attention", {queries, one, one}, with), are({6, 6}));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            evaluated("Attention", {queries, one, one}, {{"q_num_heads", std::int64_t{3}}});
        },
        {"node \"one\" (Attention): input 1 is float32 1x1x2, must have 4 dimensions, or 3 of "
         "which q_num_heads, 3, divides the last"}));
}

/// Of the image 1 2 / 3 4, at one point.
std::vector<double> sampled(float x, float y, attributes with) {
    return evaluated("GridSample",
                     {floats({1, 1, 2, 2}, {1, 2, 3, 4}), floats({1, 1, 1, 2}, {x, y})}, with);
}

TEST(GridSample, TakesTheNearestOrASumOfFour) {
    EXPECT_THAT(sampled(0, 0, {}), are({2.5}));
    EXPECT_THAT(sampled(-0.5f, 0.25f, {}), are({2.5}));
    EXPECT_THAT(sampled(1, 0, {{"align_corners", std::int64_t{1}}}), are({3}));
    EXPECT_THAT(sampled(0.4f, -0.4f, {{"mode", std::string("nearest")}}), are({2}));
}

TEST(GridSample, PadsAsItIsTold) {
    EXPECT_THAT(sampled(-1, -1, {}), are({0.25}));
    EXPECT_THAT(sampled(-1, -1, {{"padding_mode", std::string("border")}}), are({1}));
    EXPECT_THAT(sampled(2, 0.5f, {{"padding_mode", std::string("reflection")}}), are({3.5}));
    EXPECT_TRUE(throws<unsupported_error>(
        [] {
            sampled(0, 0, {{"padding_mode", std::string("mirror")}});
        },
        {"node \"one\" (GridSample): attribute padding_mode is \"mirror\", must be zeros, border "
         "or reflection"}));
    EXPECT_TRUE(throws<unsupported_error>(
        [] {
            sampled(0, 0, {{"mode", std::string("lanczos")}});
        },
        {"attribute mode is \"lanczos\", supported are nearest, linear and cubic"}));
}

TEST(GridSample, TakesSixteenElementsOrThoseOfABody) {
    const std::string border = "border";
    const attributes cubic = {{"mode", std::string("cubic")}};
    // Each of the four counts 0.59375 twice; outside of them are zeros.
    EXPECT_THAT(sampled(0, 0, cubic), are({3.525390625}));
    EXPECT_THAT(sampled(0, 0, {{"mode", std::string("cubic")}, {"padding_mode", border}}),
                are({2.5}));
    EXPECT_THAT(evaluated("GridSample", {floats({1, 1, 2, 1, 2}, {1, 2, 3, 4}),
                                         floats({1, 1, 1, 1, 3}, {0.5f, 0, 0})}),
                are({3}));
}

} // namespace
} // namespace tiramisu::testing
