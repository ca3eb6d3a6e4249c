#include <limits>

#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"

// What goes into networks and comes out of them where it is an end of both, has no elements, or is
// a constant that no float holds.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using oracle::throws;

tensor evaluated(const graph::model &network, const std::string &output) {
    return graph::evaluate(network, random_inputs(network)).at(output);
}

TEST(NetworkEnds, AnInputMayBeAnOutput) {
    network_builder made("passes_on");
    const std::string x = made.input("x", {2, 3});
    const graph::model network = made.with_outputs({x, made.node("Relu", {x})});
    expect_computes_as_defined(network);
    EXPECT_EQ(difference(evaluated(network, "x"), random_inputs(network).at("x")), 0);
    EXPECT_EQ(nn::network(network).outputs().front().name, "x");
}

TEST(NetworkEnds, AnOutputMayBeThereTwice) {
    network_builder made("twice");
    const std::string y = made.node("Relu", {made.input("x", {4})});
    const graph::model network = made.with_outputs({y, y});
    EXPECT_EQ(nn::network(network).outputs().size(), 1U);
    expect_computes_as_defined(network);
}

TEST(NetworkEnds, MayHaveNoElements) {
    network_builder made("empty");
    const std::string x = made.input("x", {2, 1, 3}), past = made.input("past", {2, 0, 3});
    const std::string all = made.node("Concat", {past, x}, {{"axis", std::int64_t{1}}});
    const std::string none = made.node("Slice", {x, made.numbers({1}), made.numbers({1})});
    const std::string sum = made.node("ReduceSum", {past, made.numbers({1})});
    const graph::model network = made.with_outputs({all, none, sum, past});
    expect_computes_as_defined(network);
    EXPECT_EQ(evaluated(network, none).extents(), (shape{0, 1, 3}));
}

TEST(NetworkEnds, OfNothingAloneAreNoFunction) {
    network_builder made("nothing");
    const graph::model network =
        made.with_output(made.node("Relu", {made.input("x", {0, 3})}, {}, "only"));
    EXPECT_EQ(evaluated(network, "only_out").extents(), (shape{0, 3}));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { nn::network compiled(network); },
        {"network \"nothing\"", "outputs: have no elements: there is nothing to compute"}));
}

TEST(NetworkEnds, ConstantsNeedNotBeFloats) {
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max(),
                           least = std::numeric_limits<std::int64_t>::min();
    network_builder made("constants");
    const std::string x = made.input("x", {2}, p_float64), k = made.input("k", {6}, p_int64);
    const std::string doubles = made.constant({shape{2}, std::vector<double>{0.1, 1e300}});
    const std::string longs = made.constant(
        {shape{6}, std::vector<std::int64_t>{largest, least, least + 1, -1, 16777217, 0}});
    const std::string words =
        made.constant(graph::tensor_of({p_uint64, {2}}, std::vector<std::int64_t>{-1, least}));
    const std::string halves = made.constant(
        {shape{2}, std::vector<std::int32_t>{std::numeric_limits<std::int32_t>::min(), 123456789}});
    const graph::model network = made.with_outputs(
        {made.node("Add", {x, doubles}), made.node("Add", {k, longs}), longs, words, halves});
    expect_computes_as_defined(network, 0);
}

TEST(NetworkEnds, ConstantsMayBeOutputsAndReadBeside) {
    network_builder made("beside");
    const std::string x = made.input("x", {3}), k = made.input("k", {3}, p_int8);
    const std::string floats = made.constant({shape{3}, std::vector<float>{1, 2, 3}});
    const std::string bytes = made.constant({shape{3}, std::vector<std::int8_t>{-128, 127, 1}});
    const graph::model network = made.with_outputs(
        {floats, made.node("Mul", {x, floats}), bytes, made.node("Mul", {k, bytes})});
    expect_computes_as_defined(network, 0);
}

/// Steps of a recurrent layer have the weights of the layer.
TEST(NetworkEnds, EqualConstantsLieThereOnce) {
    network_builder made("once");
    constexpr std::int64_t steps = 20, inputs = 24, units = 16;
    const std::string w = made.weights({1, 3 * units, inputs}),
                      r = made.weights({1, 3 * units, units}), b = made.weights({1, 6 * units});
    const std::vector<std::string> y = made.node_of(
        1, "GRU", {made.input("x", {steps, 1, inputs}), w, r, b}, {{"hidden_size", units}});
    const std::string twice = made.constant({shape{40}, std::vector<float>(40, 2.5f)}),
                      again = made.constant({shape{40}, std::vector<float>(40, 2.5f)});
    const std::string z = made.input("z", {40});
    const graph::model network =
        made.with_outputs({y.front(), made.node("Mul", {z, twice}), made.node("Add", {z, again})});
    expect_computes_as_defined(network);
    const std::size_t own = (3 * units * (inputs + units) + 6 * units + 40) * sizeof(float);
    EXPECT_LT(nn::network(network).report().weights_bytes, 2 * own);
}

} // namespace
} // namespace tiramisu::testing
