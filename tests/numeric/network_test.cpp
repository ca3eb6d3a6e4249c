#include <algorithm>

#include <gtest/gtest.h>

#include "support/network_builder.h"
#include "support/throws.h"

// Compiled networks against the definitions of their operators.

namespace tiramisu::testing {
namespace {

using graph::model;
using graph::shape;
using graph::tensor;
using attributes = network_builder::attributes;
using integers = std::vector<std::int64_t>;

/// Compares a network of one node, whose first input is x of these sizes.
void expect_node(const std::string &op, const shape &x, const std::vector<tensor> &constants = {},
                 const attributes &with = {}, int opset = 17) {
    network_builder made(op, opset);
    std::vector<std::string> inputs = {made.input("x", x)};
    for (const tensor &one : constants) {
        inputs.push_back(made.constant(one));
    }
    expect_computes_as_defined(made.with_output(made.node(op, inputs, with)));
}

tensor whole(const integers &values) {
    return {shape{static_cast<std::int64_t>(values.size())}, values};
}

tensor values(const shape &extents) {
    std::vector<float> list;
    for (std::int64_t i = 0; i < graph::count_of(extents); i++) {
        list.push_back(static_cast<float>(i * 7 % 11) / 5 - 1);
    }
    return {extents, list};
}

TEST(Network, ActivationsOfAnyShape) {
    for (const std::string &op :
         std::vector<std::string>{"Relu", "Sigmoid", "Tanh", "HardSwish", "Softplus", "Abs", "Neg",
                                  "Exp", "LeakyRelu", "Elu", "HardSigmoid"}) {
        expect_node(op, {2, 3, 5});
    }
    expect_node("Relu", {});
    expect_node("Clip", {70000}, {values({}), tensor(shape{}, std::vector<float>{0.5f})});
    expect_node("Clip", {7}, {}, {{"max", 0.25f}}, 10);
}

TEST(Network, ArithmeticIsBroadcast) {
    expect_node("Add", {2, 3, 4, 5}, {values({3, 1, 1})});
    expect_node("Mul", {2, 3, 4, 5}, {values({2, 1, 4, 1})});
    expect_node("Sub", {5}, {values({2, 3, 1})});
    expect_node("Div", {2, 3, 4}, {tensor(shape{4}, std::vector<float>{1, 2, 3, 4})});
    expect_node("PRelu", {2, 3, 4}, {values({3, 1})});
    expect_node("Max", {2, 3}, {values({3}), values({2, 1})});
}

TEST(Network, Poolings) {
    const attributes three = {{"kernel_shape", integers{3, 3}}, {"strides", integers{2, 2}}};
    attributes padded = three, uneven = three, dilated = three, up = three;
    padded["pads"] = integers{1, 1, 1, 1};
    uneven["pads"] = integers{0, 1, 2, 0};
    dilated["dilations"] = integers{2, 1};
    up["ceil_mode"] = std::int64_t{1};
    for (const attributes &with : {three, padded, uneven, up}) {
        expect_node("MaxPool", {2, 3, 9, 8}, {}, with);
        expect_node("AveragePool", {2, 3, 9, 8}, {}, with);
        attributes counting = with;
        counting["count_include_pad"] = std::int64_t{1};
        expect_node("AveragePool", {2, 3, 9, 8}, {}, counting);
    }
    expect_node("MaxPool", {1, 2, 9, 8}, {}, dilated);
    expect_node("MaxPool", {1, 2, 9}, {}, {{"kernel_shape", integers{2}}});
    expect_node("GlobalAveragePool", {2, 3, 7, 7});
    expect_node("GlobalMaxPool", {1, 5, 3, 4});
}

TEST(Network, RearrangementsAndReductions) {
    expect_node("Transpose", {2, 3, 4}, {}, {{"perm", integers{2, 0, 1}}});
    expect_node("Transpose", {2, 3, 4, 5}, {}, {{"perm", integers{0, 2, 3, 1}}});
    expect_node("Concat", {2, 3, 4}, {values({2, 2, 4}), values({2, 1, 4})},
                {{"axis", std::int64_t{1}}});
    expect_node("Slice", {5, 6}, {whole({1, -1}), whole({5, -7}), whole({0, 1}), whole({2, -1})});
    expect_node("Pad", {2, 3}, {whole({0, 2, 1, 0}), values({})});
    expect_node("Pad", {4, 3}, {whole({-1, 0, 1, -1})});
    expect_node("ReduceMean", {2, 3, 4, 5}, {}, {{"axes", integers{2, 3}}});
    expect_node("ReduceSum", {2, 3, 4}, {whole({0})});
    expect_node("ReduceMax", {2, 3, 4}, {}, {{"axes", integers{-1}}});
    expect_node("ReduceMin", {2, 3}, {});
    expect_node("Softmax", {2, 5, 3}, {}, {{"axis", std::int64_t{1}}});
    expect_node("Softmax", {4, 10}, {});
}

TEST(Network, Products) {
    expect_node("Gemm", {3, 4}, {values({4, 5}), values({5})}, {{"beta", 0.5f}, {"alpha", 2.0f}});
    expect_node("Gemm", {4, 3}, {values({4, 5}), values({3, 1})}, {{"transA", std::int64_t{1}}});
    expect_node("Gemm", {3, 4}, {values({5, 4})}, {{"transB", std::int64_t{1}}});
    expect_node("MatMul", {2, 3, 4}, {values({4, 5})});
    expect_node("MatMul", {2, 3, 4}, {values({2, 4, 5})});
    expect_node("MatMul", {3, 4}, {values({2, 2, 4, 5})});
    expect_node("MatMul", {4}, {values({4, 5})});
    network_builder made("both");
    const std::string a = made.input("a", {2, 3, 4}), b = made.input("b", {2, 4, 3});
    expect_computes_as_defined(made.with_output(made.node("MatMul", {a, b})));
}

TEST(Network, Convolutions) {
    const attributes three = {{"pads", integers{1, 1, 1, 1}}};
    attributes uneven = {{"pads", integers{0, 1, 2, 0}}, {"strides", integers{2, 1}}};
    expect_node("Conv", {2, 3, 8, 7}, {values({5, 3, 3, 3}), values({5})}, three);
    expect_node("Conv", {1, 4, 8, 7}, {values({6, 2, 3, 2})},
                {{"group", std::int64_t{2}}, {"dilations", integers{2, 1}}});
    expect_node("Conv", {1, 2, 8, 7}, {values({3, 2, 3, 2})}, uneven);
    expect_node("Conv", {1, 2, 8, 8}, {values({3, 2, 3, 3})},
                {{"auto_pad", std::string("SAME_UPPER")}, {"strides", integers{2, 2}}});
    expect_node("Conv", {1, 2, 9}, {values({3, 2, 3})});
    expect_node("Conv", {2, 4, 7, 6, 5}, {values({6, 2, 3, 3, 2}), values({6})},
                {{"group", std::int64_t{2}},
                 {"pads", integers{2, 1, 0, 0, 1, 1}},
                 {"strides", integers{2, 1, 1}},
                 {"dilations", integers{2, 1, 2}}});
    expect_node("Conv", {1, 2, 5, 6, 6}, {values({3, 2, 4, 1, 1})},
                {{"auto_pad", std::string("SAME_LOWER")}, {"strides", integers{3, 2, 1}}});
}

/// A block of a residual network: 3x3 convolutions beside a projection.
std::string residual_block(network_builder &made, const std::string &src, int channels, int filters,
                           int stride) {
    const auto normed = [&](const std::string &of) { return made.batch_norm(of, filters); };
    const std::string first =
        made.node("Relu", {normed(made.conv(src, channels, filters, 3, stride, 1, false))});
    const std::string second = normed(made.conv(first, filters, filters, 3, 1, 1, false));
    const std::string shortcut =
        stride == 1 && channels == filters
            ? src
            : normed(made.conv(src, channels, filters, 1, stride, 1, false));
    return made.node("Relu", {made.node("Add", {second, shortcut})});
}

model small_resnet() {
    network_builder made("resnet");
    const std::string x = made.input("x", {2, 3, 24, 24});
    std::string y = made.node("Relu", {made.batch_norm(made.conv(x, 3, 16, 7, 2, 1, false), 16)});
    y = made.node("MaxPool", {y},
                  {{"kernel_shape", integers{3, 3}},
                   {"strides", integers{2, 2}},
                   {"pads", integers{1, 1, 1, 1}}});
    y = residual_block(made, y, 16, 16, 1);
    y = residual_block(made, y, 16, 32, 2);
    y = made.node("Flatten", {made.node("GlobalAveragePool", {y})});
    return made.with_output(made.node("Softmax", {made.dense(y, 32, 10)}));
}

TEST(Network, AResidualNetworkOfLayersWithTheirPostOps) {
    const model network = small_resnet();
    expect_computes_as_defined(network);
    const nn::network compiled(network);
    for (const nn::network_report::step &one : compiled.report().steps) {
        EXPECT_EQ(one.text.find("elements"), std::string::npos) << one.text;
    }
    // 6 convolutions, a pooling each at the start and end, the dense layer and its softmax.
    EXPECT_EQ(static_cast<int>(compiled.report().steps.size()) - compiled.report().reorders, 10);
    EXPECT_LE(compiled.report().memory_bytes, 2 * compiled.report().least_memory_bytes);
}

/// An inverted residual of MobileNetV3 with its squeeze and excitation.
TEST(Network, AnInvertedResidualWithSqueezeAndExcitation) {
    network_builder made("mobilenet");
    const std::string x = made.input("x", {1, 16, 10, 10});
    std::string y = made.node("HardSwish", {made.conv(x, 16, 64, 1)});
    y = made.node("HardSwish", {made.conv(y, 64, 64, 5, 1, 64)});
    std::string gate = made.node("GlobalAveragePool", {y});
    gate = made.node("Relu", {made.conv(gate, 64, 16, 1)});
    gate = made.node("HardSigmoid", {made.conv(gate, 16, 64, 1)});
    y = made.node("Mul", {y, gate});
    expect_computes_as_defined(made.with_output(made.node("Add", {made.conv(y, 64, 16, 1), x})));
}

/// Each layer reads all before it; batch normalisation comes first.
TEST(Network, ADenselyConnectedBlock) {
    network_builder made("densenet");
    std::string all = made.input("x", {1, 16, 6, 6});
    for (int channels = 16; channels < 64; channels += 16) {
        const std::string y = made.node("Relu", {made.batch_norm(all, channels)});
        all =
            made.node("Concat", {all, made.conv(y, channels, 16, 3)}, {{"axis", std::int64_t{1}}});
    }
    const std::string pooled =
        made.node("AveragePool", {made.conv(all, 64, 32, 1)},
                  {{"kernel_shape", integers{2, 2}}, {"strides", integers{2, 2}}});
    expect_computes_as_defined(made.with_output(pooled));
}

TEST(Network, OutputsMayBeViewsConstantsAndSeveral) {
    network_builder made("ends");
    const std::string x = made.input("x", {2, 6});
    const std::string view = made.node("Reshape", {x, made.numbers({3, 4})});
    const std::string fixed = made.node("Constant", {}, {{"value", values({2})}});
    const std::string y = made.node("Relu", {x});
    const std::string other = made.node("Reshape", {y, made.numbers({12})});
    expect_computes_as_defined(made.with_outputs({view, fixed, y, other}));
}

TEST(Network, WinogradsConvolutionsMayBeLeftOut) {
    network_builder made("relaxed");
    const std::string x = made.input("x", {1, 32, 12, 12});
    const model of = made.with_output(made.conv(x, 32, 32, 3));
    const auto solver = [&](const nn::network_options &opts) {
        return nn::network(of, opts).report().steps.front().solver;
    };
    nn::network_options exact;
    exact.layers.relaxed = false;
    EXPECT_EQ(solver({}), "winograd");
    EXPECT_NE(solver(exact), "winograd");
    expect_computes_as_defined(of);
}

TEST(Network, PreparedRunsAndNamesOfTensorsAreChecked) {
    network_builder made("named");
    const std::string y = made.node("Relu", {made.input("x", {3})}, {}, "r");
    const nn::network compiled(made.with_output(y));
    const float x[3] = {-1, 0, 2};
    float found[3] = {9, 9, 9};
    const prepared_call step = compiled.prepare({{"x", x}}, {{"r_out", found}});
    EXPECT_EQ(step(), 0);
    EXPECT_EQ(found[0], 0);
    EXPECT_EQ(found[2], 2);
    EXPECT_THROW(compiled.run({}, {{"r_out", found}}), user_error);
    EXPECT_THROW(compiled.run({{"x", x}, {"z", x}}, {{"r_out", found}}), user_error);
}

TEST(Network, ProfilesComputeAndTellOfEachStep) {
    network_builder made("profiled");
    const std::string images =
        made.node("Relu", {made.conv(made.input("x", {1, 3, 8, 8}), 3, 4, 3)});
    const std::string means = made.node("Flatten", {made.node("GlobalAveragePool", {images})});
    const model net = made.with_output(made.dense(means, 4, 5));
    const std::string y = net.outputs.front().name;
    const std::vector<float> x(3 * 64, 0.5f);
    std::vector<float> found(5), wanted(5);
    const nn::network_profile profile =
        nn::network::profile(net, {{"x", x.data()}}, {{y, found.data()}}, 3);
    nn::network(net).run({{"x", x.data()}}, {{y, wanted.data()}});
    EXPECT_EQ(found, wanted);
    ASSERT_EQ(profile.seconds.size(), profile.report.steps.size());
    EXPECT_GT(*std::min_element(profile.seconds.begin(), profile.seconds.end()), 0);
    EXPECT_EQ(profile.report.steps.front().operations, 2.0 * 3 * 4 * 9 * 64);
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            nn::network::profile(net, {{"x", x.data()}}, {{y, found.data()}}, 0);
        },
        {"network \"profiled\"", "profile", "0 runs are asked for, must be at least 1"}));
}

} // namespace
} // namespace tiramisu::testing
