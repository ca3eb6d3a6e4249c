#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"

// Places of maxima, losses, determinants, products along an axis, deformed windows: against values
// that were computed by hand.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using attributes = network_builder::attributes;
using integers = std::vector<std::int64_t>;
using numbers = std::vector<double>;

tensor of(primitive_t type, const shape &extents, const numbers &values) {
    return graph::tensor_of({type, extents}, values);
}

/// All outputs of one node with these inputs, the first of which is the network's.
std::vector<tensor> evaluated(std::size_t outputs, const std::string &op,
                              const std::vector<tensor> &inputs, const attributes &with = {},
                              int opset = 22) {
    network_builder made("one", opset);
    std::vector<std::string> names = {made.input("x", inputs[0].extents(), inputs[0].elements())};
    for (std::size_t i = 1; i < inputs.size(); i++) {
        names.push_back(made.constant(inputs[i]));
    }
    const std::vector<std::string> results = made.node_of(outputs, op, names, with, "one");
    const auto values = graph::evaluate(made.with_outputs(results), {{"x", inputs[0]}});
    std::vector<tensor> found;
    for (const std::string &name : results) {
        found.push_back(values.at(name));
    }
    return found;
}

void expect(const tensor &found, const shape &extents, const numbers &values) {
    EXPECT_EQ(found.extents(), extents);
    EXPECT_THAT(graph::reals_of(found), ::testing::Pointwise(::testing::DoubleNear(1e-5), values));
}

const tensor image = of(p_float32, {1, 2, 2, 4},
                        {1, 5, 2, 3, 4, 0, 9, 8, //
                         7, 7, 1, 0, 7, 6, 0, 2});
const attributes halves = {{"kernel_shape", integers{2, 2}}, {"strides", integers{2, 2}}};

TEST(FurtherOperators, PlacesOfMaxima) {
    const auto found = evaluated(2, "MaxPool", {image}, halves);
    expect(found[0], {1, 2, 1, 2}, {5, 9, 7, 2});
    expect(found[1], {1, 2, 1, 2}, {1, 6, 8, 15});
}

TEST(FurtherOperators, PlacesOfMaximaBesidePaddingAndDownColumns) {
    const attributes padded = {{"kernel_shape", integers{3, 3}},
                               {"strides", integers{2, 2}},
                               {"pads", integers{1, 1, 1, 1}}};
    const tensor below_zero = of(p_float32, {1, 1, 2, 3}, {-5, -1, -3, -2, -4, -6});
    auto found = evaluated(2, "MaxPool", {below_zero}, padded);
    expect(found[0], {1, 1, 1, 2}, {-1, -1});
    expect(found[1], {1, 1, 1, 2}, {1, 1});
    attributes down = padded;
    down["storage_order"] = std::int64_t{1};
    expect(evaluated(2, "MaxPool", {below_zero}, down)[1], {1, 1, 1, 2}, {2, 2});
    const attributes row = {{"kernel_shape", integers{2}}};
    found = evaluated(2, "MaxPool", {of(p_float32, {2, 1, 3}, {1, 3, 2, 6, 5, 4})}, row);
    expect(found[1], {2, 1, 2}, {1, 1, 3, 4});
}

TEST(FurtherOperators, ValuesGoBackToPlaces) {
    const tensor values = of(p_float32, {1, 1, 1, 2}, {5, 6}),
                 places = of(p_int64, {1, 1, 1, 2}, {1, 6});
    expect(evaluated(1, "MaxUnpool", {values, places}, halves)[0], {1, 1, 2, 4},
           {0, 5, 0, 0, 0, 0, 6, 0});
    const tensor larger = of(p_int64, {4}, {1, 1, 3, 5});
    expect(evaluated(1, "MaxUnpool", {values, places, larger}, halves)[0], {1, 1, 3, 5},
           {0, 5, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0});
    EXPECT_TRUE(oracle::throws<unsupported_error>(
        [&] {
            const tensor smaller = of(p_int64, {4}, {1, 1, 1, 4});
            evaluated(1, "MaxUnpool", {values, places, smaller}, halves);
        },
        {"node \"one\" (MaxUnpool): output_shape is 1x1x1x4, must have at least 1x1x2x4"}));
}

TEST(FurtherOperators, Losses) {
    const tensor shares = of(p_float32, {2, 3}, {-1, -2, -3, -4, -5, -6}),
                 labels = of(p_int64, {2}, {2, 0}), weights = of(p_float32, {3}, {1, 1, 3});
    const auto loss = [&](const std::string &reduction, const std::vector<tensor> &inputs,
                          attributes with = {}) {
        with["reduction"] = reduction;
        return evaluated(1, "NegativeLogLikelihoodLoss", inputs, with)[0];
    };
    expect(loss("none", {shares, labels}), {2}, {3, 4});
    expect(loss("mean", {shares, labels}), {}, {3.5});
    expect(loss("none", {shares, labels, weights}), {2}, {9, 4});
    expect(loss("sum", {shares, labels, weights}), {}, {13});
    expect(loss("mean", {shares, labels, weights}), {}, {13.0 / 4});
    expect(loss("mean", {shares, of(p_int64, {2}, {2, -7}), weights},
                {{"ignore_index", std::int64_t{-7}}}),
           {}, {3});
    const tensor scores = of(p_float32, {1, 2, 2}, {0, 0, 0, std::log(3)});
    const auto found =
        evaluated(2, "SoftmaxCrossEntropyLoss", {scores, of(p_int64, {1, 2}, {0, 1})});
    expect(found[0], {}, {(std::log(2) + std::log(4.0 / 3)) / 2});
    expect(found[1], {1, 2, 2}, {-std::log(2), -std::log(4), -std::log(2), std::log(0.75)});
    EXPECT_TRUE(oracle::throws<unsupported_error>(
        [&] {
            loss("mean", {shares, of(p_int64, {3}, {0, 0, 0})});
        },
        {"node \"one\" (NegativeLogLikelihoodLoss): inputs are float32 2x3 and int64 3, must be "
         "numbers [N, C, ...], a label [N, ...] of each"}));
}

TEST(FurtherOperators, Determinants) {
    const tensor four = of(p_float32, {4, 4}, {2, 0, 1, 3, 1, 1, 0, 0, 0, 2, 5, 1, 4, 0, 0, 1});
    expect(evaluated(1, "Det", {four})[0], {}, {-44});
    expect(evaluated(1, "Det", {of(p_float32, {2, 2, 2}, {1, 2, 3, 4, 0, 1, 1, 0})})[0], {2},
           {-2, -1});
    EXPECT_TRUE(oracle::throws<unsupported_error>(
        [] {
            evaluated(1, "Det", {of(p_float32, {2, 3}, {1, 2, 3, 4, 5, 6})});
        },
        {"node \"one\" (Det): input is float32 2x3, must be square matrices of floats with 1 to 6 "
         "rows"}));
}

TEST(FurtherOperators, ProductsAlongAnAxis) {
    const tensor x = of(p_float32, {2, 3}, {1, 2, 3, 4, 5, 6}), along = of(p_int64, {}, {1});
    expect(evaluated(1, "CumProd", {x, along}, {}, 26)[0], {2, 3}, {1, 2, 6, 4, 20, 120});
    expect(evaluated(1, "CumProd", {x, along},
                     {{"exclusive", std::int64_t{1}}, {"reverse", std::int64_t{1}}}, 26)[0],
           {2, 3}, {6, 3, 1, 30, 6, 1});
}

TEST(FurtherOperators, WindowsThatAreDeformed) {
    const tensor x = of(p_float32, {1, 1, 3, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8}),
                 w = of(p_float32, {1, 1, 2, 2}, {1, 10, 100, 1000});
    numbers offsets(2 * 4 * 4, 0);
    const attributes kernel = {{"kernel_shape", integers{2, 2}}};
    const auto found = [&] {
        return evaluated(1, "DeformConv", {x, w, of(p_float32, {1, 8, 2, 2}, offsets)}, kernel)[0];
    };
    expect(found(), {1, 1, 2, 2}, {4310, 5421, 7643, 8754});
    offsets[0] = 1;    // the first element of the first window, a row further,
    offsets[5] = -0.5; // and of the second one, half a column back
    expect(found(), {1, 1, 2, 2}, {4313, 5420.5, 7643, 8754});
    // A mask weighs elements; without a bias.
    numbers mask(4 * 4, 1);
    mask[0] = 0;
    const tensor none = of(p_float32, {1}, {0});
    expect(evaluated(1, "DeformConv",
                     {x, w, of(p_float32, {1, 8, 2, 2}, offsets), none,
                      of(p_float32, {1, 4, 2, 2}, mask)},
                     kernel)[0],
           {1, 1, 2, 2}, {4310, 5420.5, 7643, 8754});
}

} // namespace
} // namespace tiramisu::testing
