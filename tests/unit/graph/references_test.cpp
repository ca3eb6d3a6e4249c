#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/network_builder.h"

// The definitions of operators in plain C++, against values that were computed by hand.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::Pointwise;
using attributes = network_builder::attributes;
using floats = std::vector<float>;
using integers = std::vector<std::int64_t>;

/// The output of one node of the first tensor, and constants.
tensor evaluated(const std::string &op, const std::vector<tensor> &inputs,
                 const attributes &with = {}, int opset = 17) {
    network_builder made("one", opset);
    std::vector<std::string> names = {made.input("x", inputs.front().extents())};
    for (std::size_t i = 1; i < inputs.size(); i++) {
        names.push_back(made.constant(inputs[i]));
    }
    const std::string y = made.node(op, names, with);
    return graph::evaluate(made.with_output(y), {{"x", inputs.front()}}).at(y);
}

tensor row(const floats &values) {
    return {shape{static_cast<std::int64_t>(values.size())}, values};
}

tensor whole(const integers &values) {
    return {shape{static_cast<std::int64_t>(values.size())}, values};
}

floats values_of(const tensor &of) {
    return {of.data<float>(), of.data<float>() + of.count()};
}

void expect(const tensor &found, const shape &extents, const floats &values) {
    EXPECT_EQ(found.extents(), extents);
    EXPECT_THAT(values_of(found), Pointwise(FloatNear(1e-5f), values));
}

TEST(References, Activations) {
    const tensor x = row({-4, -1, 0, 2, 8});
    expect(evaluated("Relu", {x}), {5}, {0, 0, 0, 2, 8});
    expect(evaluated("LeakyRelu", {x}, {{"alpha", 0.5f}}), {5}, {-2, -0.5f, 0, 2, 8});
    expect(evaluated("HardSigmoid", {x}), {5}, {0, 0.3f, 0.5f, 0.9f, 1});
    expect(evaluated("HardSwish", {x}), {5}, {0, -1 / 3.0f, 0, 5 / 3.0f, 8});
    expect(evaluated("Clip", {x, row({-1}).reshaped({}), row({3}).reshaped({})}), {5},
           {-1, -1, 0, 2, 3});
    expect(evaluated("Clip", {x}, {{"min", -2.0f}}, 10), {5}, {-2, -1, 0, 2, 8});
    expect(evaluated("Sigmoid", {row({0, std::log(3.0f)})}), {2}, {0.5f, 0.75f});
    expect(evaluated("Tanh", {row({0, 0.5f * std::log(3.0f)})}), {2}, {0, 0.5f});
    expect(evaluated("Elu", {row({-std::log(2.0f), 3})}), {2}, {-0.5f, 3});
}

TEST(References, ArithmeticIsBroadcast) {
    const tensor x(shape{2, 3}, floats{1, 2, 3, 4, 5, 6});
    const tensor column(shape{2, 1}, floats{10, 20}), line = row({1, 2, 4});
    expect(evaluated("Add", {x, column}), {2, 3}, {11, 12, 13, 24, 25, 26});
    expect(evaluated("Sub", {x, line}), {2, 3}, {0, 0, -1, 3, 3, 2});
    expect(evaluated("Div", {x, line}), {2, 3}, {1, 1, 0.75f, 4, 2.5f, 1.5f});
    expect(evaluated("Mul", {line, column}), {2, 3}, {10, 20, 40, 20, 40, 80});
}

TEST(References, ConvolutionWithPaddingStrideAndGroups) {
    const tensor x(shape{1, 2, 3, 3}, floats{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1});
    const tensor weights(shape{2, 1, 2, 2}, floats{1, 0, 0, 1, 1, 2, 3, 4});
    const attributes with = {
        {"group", std::int64_t{2}}, {"strides", integers{2, 2}}, {"pads", integers{1, 1, 0, 0}}};
    // Windows begin at -1 and 1.
    expect(evaluated("Conv", {x, weights, row({100, 0})}, with), {1, 2, 2, 2},
           {101, 103, 107, 114, 4, 7, 6, 10});
}

TEST(References, AutomaticPaddingAndDilation) {
    const tensor x(shape{1, 1, 1, 5}, floats{1, 2, 3, 4, 5});
    const tensor pair(shape{1, 1, 1, 2}, floats{1, 10});
    const attributes upper = {{"auto_pad", std::string("SAME_UPPER")}};
    const attributes lower = {{"auto_pad", std::string("SAME_LOWER")}};
    expect(evaluated("Conv", {x, pair}, upper), {1, 1, 1, 5}, {21, 32, 43, 54, 5});
    expect(evaluated("Conv", {x, pair}, lower), {1, 1, 1, 5}, {10, 21, 32, 43, 54});
    expect(evaluated("Conv", {x, pair}, {{"dilations", integers{1, 3}}}), {1, 1, 1, 2}, {41, 52});
    const tensor line(shape{1, 1, 5}, floats{1, 2, 3, 4, 5});
    expect(evaluated("Conv", {line, pair.reshaped({1, 1, 2})}), {1, 1, 4}, {21, 32, 43, 54});
}

TEST(References, ProductsOfMatrices) {
    const tensor a(shape{2, 2}, floats{1, 2, 3, 4}), b(shape{2, 2}, floats{5, 6, 7, 8});
    expect(evaluated("MatMul", {a, b}), {2, 2}, {19, 22, 43, 50});
    expect(evaluated("Gemm", {a, b, row({1, 2})},
                     {{"alpha", 2.0f}, {"beta", 10.0f}, {"transB", std::int64_t{1}}}),
           {2, 2}, {2 * 17 + 10, 2 * 23 + 20, 2 * 39 + 10, 2 * 53 + 20});
    const tensor two(shape{2, 1, 2}, floats{1, 0, 0, 1});
    expect(evaluated("MatMul", {two, b}), {2, 1, 2}, {5, 6, 7, 8});
    expect(evaluated("MatMul", {row({1, 1}), b}), {2}, {12, 14});
}

TEST(References, Poolings) {
    const tensor x(shape{1, 1, 3, 3}, floats{1, 2, 3, 4, 5, 6, 7, 8, 9});
    const attributes two = {{"kernel_shape", integers{2, 2}}};
    expect(evaluated("MaxPool", {x}, two), {1, 1, 2, 2}, {5, 6, 8, 9});
    const attributes up = {{"kernel_shape", integers{2, 2}},
                           {"strides", integers{2, 2}},
                           {"ceil_mode", std::int64_t{1}}};
    expect(evaluated("MaxPool", {x}, up), {1, 1, 2, 2}, {5, 6, 8, 9});
    expect(evaluated("AveragePool", {x}, up), {1, 1, 2, 2}, {3, 4.5f, 7.5f, 9});
    attributes padded = {{"kernel_shape", integers{2, 2}},
                         {"strides", integers{2, 2}},
                         {"pads", integers{1, 1, 0, 0}}};
    expect(evaluated("AveragePool", {x}, padded), {1, 1, 2, 2}, {1, 2.5f, 5.5f, 7});
    padded["count_include_pad"] = std::int64_t{1};
    expect(evaluated("AveragePool", {x}, padded), {1, 1, 2, 2}, {0.25f, 1.25f, 2.75f, 7});
    expect(evaluated("GlobalAveragePool", {x}), {1, 1, 1, 1}, {5});
    expect(evaluated("GlobalMaxPool", {x}), {1, 1, 1, 1}, {9});
}

TEST(References, BatchNormalizationAndSoftmax) {
    const tensor x(shape{1, 2, 2}, floats{1, 2, 3, 4});
    const attributes exact = {{"epsilon", 0.0f}};
    expect(evaluated("BatchNormalization",
                     {x, row({2, 3}), row({1, 0}), row({1, 2}), row({4, 0.25f})}, exact),
           {1, 2, 2}, {1, 2, 6, 12});
    const float third = std::log(2.0f);
    const tensor y(shape{1, 2, 2}, floats{0, third, third, 0});
    expect(evaluated("Softmax", {y}, {{"axis", std::int64_t{1}}}), {1, 2, 2},
           {1 / 3.0f, 2 / 3.0f, 2 / 3.0f, 1 / 3.0f});
    // Before opset 13 the axis and those after it are one.
    expect(evaluated("Softmax", {y}, {}, 12), {1, 2, 2}, {1 / 6.0f, 2 / 6.0f, 2 / 6.0f, 1 / 6.0f});
}

TEST(References, Rearrangements) {
    const tensor x(shape{2, 3}, floats{1, 2, 3, 4, 5, 6});
    expect(evaluated("Transpose", {x}), {3, 2}, {1, 4, 2, 5, 3, 6});
    expect(evaluated("Concat", {x, tensor(shape{2, 1}, floats{7, 8})}, {{"axis", std::int64_t{1}}}),
           {2, 4}, {1, 2, 3, 7, 4, 5, 6, 8});
    expect(evaluated("Slice", {x, whole({0, -1}), whole({2, -4}), whole({0, 1}), whole({1, -2})}),
           {2, 2}, {3, 1, 6, 4});
    expect(evaluated("Pad", {x, whole({0, 1, 1, -1}), row({9}).reshaped({})}), {3, 3},
           {9, 1, 2, 9, 4, 5, 9, 9, 9});
    expect(
        evaluated("Flatten", {tensor(shape{2, 3, 1}, floats(6, 1))}, {{"axis", std::int64_t{2}}}),
        {6, 1}, floats(6, 1));
    expect(evaluated("Reshape", {x, whole({0, -1, 1})}), {2, 3, 1}, {1, 2, 3, 4, 5, 6});
    expect(evaluated("Squeeze", {tensor(shape{1, 2, 1}, floats{1, 2}), whole({-1})}), {1, 2},
           {1, 2});
    expect(evaluated("Unsqueeze", {row({1, 2}), whole({0, 2})}), {1, 2, 1}, {1, 2});
}

TEST(References, Reductions) {
    const tensor x(shape{2, 2, 2}, floats{1, 2, 3, 4, 5, 6, 7, 8});
    expect(evaluated("ReduceMean", {x}, {{"axes", integers{0, 2}}}), {1, 2, 1}, {3.5f, 5.5f});
    expect(evaluated("ReduceSum", {x, whole({-1})}, {{"keepdims", std::int64_t{0}}}), {2, 2},
           {3, 7, 11, 15});
    expect(evaluated("ReduceMax", {x}, {{"keepdims", std::int64_t{0}}}), {}, {8});
    expect(evaluated("ReduceMin", {x}, {{"axes", integers{1}}}), {2, 1, 2}, {1, 2, 5, 6});
}

} // namespace
} // namespace tiramisu::testing
