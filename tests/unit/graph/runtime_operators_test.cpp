#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"

// Operators of ONNX Runtime's own domain, against values that were computed by hand, or by the
// operators of ONNX that they stand for. tests/onnx_suite/runtime_operators.py compares with ONNX
// Runtime itself.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using oracle::throws;
using attributes = network_builder::attributes;
using numbers = std::vector<double>;
using reals = std::vector<float>;
using integers = std::vector<std::int64_t>;

tensor of(primitive_t type, const shape &extents, const numbers &values) {
    return graph::tensor_of({type, extents}, values);
}

tensor bytes(const numbers &values) {
    return of(p_uint8, {static_cast<std::int64_t>(values.size())}, values);
}

tensor scale(double value) {
    return of(p_float32, {}, {value});
}

tensor zero(double value) {
    return of(p_uint8, {}, {value});
}

tensor row(const reals &values) {
    return {shape{1, static_cast<std::int64_t>(values.size())}, values};
}

/// An output of one node of ONNX Runtime's domain: of one input, and constants.
tensor evaluated(const std::string &op, const tensor &x, const std::vector<tensor> &constants,
                 const attributes &with = {}, std::size_t output = 0) {
    network_builder made(op);
    std::vector<std::string> inputs = {made.input("x", x.extents(), x.elements())};
    for (const tensor &one : constants) {
        inputs.push_back(made.constant(one));
    }
    const std::string y = made.node_of(output + 1, "com.microsoft." + op, inputs, with).at(output);
    return graph::evaluate(made.with_output(y), {{"x", x}}).at(y);
}

void expect(const tensor &found, const shape &extents, const numbers &values) {
    EXPECT_EQ(found.extents(), extents);
    EXPECT_THAT(graph::reals_of(found), ::testing::Pointwise(::testing::DoubleNear(1e-4), values));
}

TEST(RuntimeOperators, QuantizedFunctions) {
    // 0.5 * (x - 10) + 0.25 * (y - 20), in steps of 0.5 from 5.
    expect(evaluated("QLinearAdd", bytes({10, 12, 20}),
                     {scale(0.5), zero(10), bytes({20, 22, 0}), scale(0.25), zero(20), scale(0.5),
                      zero(5)}),
           {3}, {5, 8, 5});
    expect(evaluated("QLinearMul", bytes({10, 12, 20}),
                     {scale(0.5), zero(10), bytes({20, 24, 28}), scale(0.25), zero(20), scale(0.5),
                      zero(5)}),
           {3}, {5, 7, 25});
    expect(evaluated("QLinearLeakyRelu", bytes({6, 12}),
                     {scale(0.5), zero(10), scale(0.5), zero(5)}, {{"alpha", 0.5f}}),
           {2}, {3, 7});
    expect(evaluated("QLinearSigmoid", bytes({10, 255}),
                     {scale(0.5), zero(10), scale(0.00390625), zero(0)}),
           {2}, {128, 255});
}

TEST(RuntimeOperators, QuantizedProducts) {
    // (1, 2) times columns of scales 0.5 and 1, and a bias in their products' steps.
    expect(evaluated("QGemm", of(p_uint8, {1, 2}, {11, 12}),
                     {scale(1), zero(10), of(p_int8, {2, 2}, {1, 2, 3, 4}),
                      of(p_float32, {2}, {0.5, 1}), of(p_int8, {2}, {0, 0}),
                      of(p_int32, {2}, {4, 5})}),
           {1, 2}, {5.5, 15});
    expect(evaluated("MatMulIntegerToFloat", of(p_uint8, {1, 2}, {11, 12}),
                     {of(p_int8, {2, 1}, {1, 3}), scale(2), scale(0.5), zero(10)}),
           {1, 1}, {7});
}

TEST(RuntimeOperators, SumsThatAreNormalised) {
    const tensor skip = row({1, 1}), gamma{shape{2}, reals{2, 2}}, beta{shape{2}, reals{0, 1}},
                 bias{shape{2}, reals{1, 1}};
    const attributes with = {{"epsilon", 1e-12f}};
    expect(evaluated("SkipLayerNormalization", row({1, 3}), {skip, gamma, beta, bias}, with),
           {1, 2}, {-2, 3});
    expect(evaluated("SkipLayerNormalization", row({1, 3}), {skip, gamma, beta, bias}, with, 3),
           {1, 2}, {3, 5});
    const double root = std::sqrt(17.0);
    expect(evaluated("SkipSimplifiedLayerNormalization", row({1, 3}), {skip, gamma, bias}, with),
           {1, 2}, {6 / root, 10 / root});
}

TEST(RuntimeOperators, ProductsAndActivations) {
    expect(evaluated("FusedMatMul", row({1, 2}), {row({3, 4})},
                     {{"transB", std::int64_t{1}}, {"alpha", 0.5f}}),
           {1, 1}, {5.5});
    expect(evaluated("QuickGelu", row({0, 1}), {}), {1, 2}, {0, 1 / (1 + std::exp(-1.702))});
    const tensor image{shape{1, 1, 1, 2}, reals{1, -1}}, kernel{shape{1, 1, 1, 1}, reals{2}},
        bias{shape{1}, reals{-1}};
    expect(
        evaluated("FusedConv", image, {kernel, bias},
                  {{"activation", std::string("LeakyRelu")}, {"activation_params", reals{0.5f}}}),
        {1, 1, 1, 2}, {1, -1.5});
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            evaluated("FusedConv", image, {kernel}, {{"activation", std::string("Softplus")}});
        },
        {"attribute activation is \"Softplus\" with 0 parameters, supported are Relu, Tanh and "
         "Sigmoid with none, LeakyRelu with 1, HardSigmoid and Clip with 2"}));
}

TEST(RuntimeOperators, AnglesOfPositions) {
    const tensor x{shape{1, 1, 1, 4}, reals{1, 2, 3, 4}}, cosines{shape{2, 2}, reals{9, 9, 0, 1}},
        sines{shape{2, 2}, reals{9, 9, 1, 0}}, first{shape{1}, integers{1}};
    expect(evaluated("RotaryEmbedding", x, {first, cosines, sines}), {1, 1, 1, 4}, {-3, 2, 1, 4});
}

TEST(RuntimeOperators, WhatIsPastComesBeforeWhatIsNew) {
    // Scores are 0: the mean of all values.
    network_builder made("past");
    const std::string x = made.input("x", {1, 1, 1});
    const auto constant = [&](const shape &extents, const reals &values) {
        return made.constant({extents, values});
    };
    const attributes one = {{"num_heads", std::int64_t{1}}};
    const auto packed = made.node_of(2, "com.microsoft.Attention",
                                     {x, constant({1, 3}, {0, 0, 1}), constant({3}, {0, 0, 0}), "",
                                      constant({2, 1, 1, 1, 1}, {0, 4})},
                                     one);
    const auto apart = made.node_of(3, "com.microsoft.MultiHeadAttention",
                                    {x, constant({1, 1, 1}, {0}), constant({1, 1, 1}, {5}), "", "",
                                     "", constant({1, 1, 1, 1}, {0}), constant({1, 1, 1, 1}, {1})},
                                    one);
    const auto found =
        graph::evaluate(made.with_outputs({packed[0], packed[1], apart[0], apart[2]}),
                        {{"x", {shape{1, 1, 1}, reals{2}}}});
    expect(found.at(packed[0]), {1, 1, 1}, {3});
    expect(found.at(packed[1]), {2, 1, 1, 2, 1}, {0, 0, 4, 2});
    expect(found.at(apart[0]), {1, 1, 1}, {3});
    expect(found.at(apart[2]), {1, 1, 2, 1}, {1, 5});
}

TEST(RuntimeOperators, QueriesInGroupsSeeWhatCountsOfThePast) {
    const tensor x{shape{1, 1, 2}, reals{0, 0}}, added{shape{1, 1, 2}, reals{1, 0}},
        past{shape{1, 1, 2, 2}, reals{10, 0, 20, 0}};
    const std::vector<tensor> others = {
        added, added, past, past, of(p_int32, {1}, {1}), of(p_int32, {1}, {3})};
    attributes with = {{"num_heads", std::int64_t{1}}, {"kv_num_heads", std::int64_t{1}}};
    // One of the two that are past counts: its value is 10.
    expect(evaluated("GroupQueryAttention", x, others, with), {1, 1, 2}, {5.5, 0});
    expect(evaluated("GroupQueryAttention", x, others, with, 2), {1, 1, 3, 2},
           {10, 0, 1, 0, 20, 0});
    with["local_window_size"] = std::int64_t{1};
    expect(evaluated("GroupQueryAttention", x, others, with), {1, 1, 2}, {1, 0});
    with["kv_num_heads"] = std::int64_t{3};
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { evaluated("GroupQueryAttention", x, others, with); },
        {"input is float32 1x1x2 for 1 heads of queries and 3 of keys, must have 3 dimensions"}));
}

TEST(RuntimeOperators, KeysThatDoNotCount) {
    // One head of size 1, scores 0: the mean of the values of those keys that count.
    const tensor x{shape{1, 3, 1}, reals{1, 2, 6}};
    const tensor values{shape{1, 3}, reals{0, 0, 1}}, none{shape{3}, reals{0, 0, 0}};
    const attributes one = {{"num_heads", std::int64_t{1}}};
    expect(evaluated("Attention", x, {values, none}, one), {1, 3, 1}, {3, 3, 3});
    expect(evaluated("Attention", x, {values, none, of(p_int32, {1}, {2})}, one), {1, 3, 1},
           {1.5, 1.5, 1.5});
    expect(evaluated("Attention", x, {values, none, of(p_int32, {1, 3}, {1, 0, 1})}, one),
           {1, 3, 1}, {3.5, 3.5, 3.5});
    expect(evaluated("Attention", x, {values, none},
                     {{"num_heads", std::int64_t{1}}, {"unidirectional", std::int64_t{1}}}),
           {1, 3, 1}, {1, 1.5, 3});
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            evaluated("Attention", x, {values, none, of(p_int32, {4}, {1, 1, 1, 1})}, one);
        },
        {"the mask is int32 4, supported are 1, numbers of keys, and 1x3, one for each "
         "key"}));
}

} // namespace
} // namespace tiramisu::testing
