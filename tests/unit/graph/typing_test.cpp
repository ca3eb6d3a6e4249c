#include "graph/typing/typed_graph.h"

#include <random>

#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using graph::model;
using graph::shape;
using graph::tensor;
using graph::typed_graph;
using oracle::throws;

typed_graph typed(const model &network) {
    return graph::typed(network.bound({}), source_place::current());
}

TEST(Typing, ListsAllThatIsNotSupportedInOneError) {
    network_builder made("odd");
    const std::string x = made.input("x", {1, 3, 8, 8});
    const std::string left = made.node("ImageDecoder", {x}, {}, "first");
    const std::string fine = made.node("Relu", {x});
    const std::string wrong = made.node("MaxPool", {fine},
                                        {{"kernel_shape", std::vector<std::int64_t>{2, 2}},
                                         {"pads", std::vector<std::int64_t>{1, 1}}},
                                        "second");
    const std::string other = made.node("Relu", {wrong}, {{"slope", 1.0f}}, "third");
    const std::string sum = made.node("Add", {left, other}, {}, "unknown_so_far");
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { typed(made.with_output(sum)); },
        {"network \"odd\"", "3 things are not supported, or wrong:",
         "node \"first\" (ImageDecoder): operator ImageDecoder of opset 17 is not supported",
         "node \"second\" (MaxPool): attribute pads has 2 numbers, must have 4",
         "node \"third\" (Relu): attribute slope is not supported"}));
}

TEST(Typing, OpsetsAndTheirOperatorsAreChecked) {
    network_builder old("old", 5), early("early", 12);
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { typed(old.with_output(old.node("Relu", {old.input("x", {1})}))); },
        {"network: is of opset 5, supported are 7 to 28",
         "operator Relu is supported from opset 6 on, the network is of 5"}));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { typed(early.with_output(early.node("HardSwish", {early.input("x", {1})}))); },
        {"operator HardSwish is supported from opset 14 on, the network is of 12"}));
}

TEST(Typing, InputsAndOutputsHaveNames) {
    model nameless;
    nameless.name = "nameless";
    nameless.opset = 17;
    nameless.inputs = {{"x", p_float32, {{2, ""}}, true}, {"", p_float32, {{2, ""}}, true}};
    nameless.outputs = {{"", p_float32, {{2, ""}}, true}};
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { typed(nameless); }, {"network \"nameless\"", "input 1: has no name; give it one",
                                   "output 0: has no name; give it one"}));
    network_builder made("nameless");
    const std::string y = made.node("Relu", {made.input("x", {2})});
    model with_constant = made.with_output(y);
    with_constant.constants[""] = graph::tensor_of({p_int64, {1}}, std::vector<double>{61});
    EXPECT_TRUE(throws<unsupported_error>([&] { typed(with_constant); },
                                          {"a constant: has no name; give it one"}));
}

TEST(Typing, AFirstOutputMayBeLeftOut) {
    model net;
    net.name = "places";
    net.opset = 17;
    net.inputs = {{"x", p_float32, {{4, ""}}, true}};
    net.outputs = {{"places", p_int64, {{2, ""}}, true}};
    net.constants["k"] = graph::tensor_of({p_int64, {1}}, std::vector<double>{2});
    net.nodes = {std::make_shared<const graph::node>(
        graph::node{"most", "TopK", {"x", "k"}, {"", "places"}, {}})};
    const tensor x(shape{4}, std::vector<float>{1, 4, 2, 3});
    EXPECT_EQ((std::vector<std::int64_t>{1, 3}),
              graph::evaluate(net, {{"x", x}}).at("places").integers());
    expect_computes_as_defined(net);
}

TEST(Typing, ValuesAreMadeOnce) {
    model made;
    made.name = "twice";
    made.opset = 17;
    made.inputs = {{"x", p_float32, {{16, ""}}, true}};
    made.constants["few"] = graph::tensor_of({p_float32, {2}}, std::vector<double>{1, 2});
    const auto node = [](const std::string &op, const std::vector<std::string> &inputs,
                         const std::string &output) {
        return std::make_shared<const graph::node>(graph::node{op, op, inputs, {output}, {}});
    };
    made.nodes = {node("Neg", {"few"}, "y"), node("Neg", {"x"}, "y"), node("Add", {"y", "x"}, "z")};
    made.outputs = {{"z", p_float32, {{16, ""}}, true}};
    EXPECT_TRUE(throws<unsupported_error>([&] { typed(made); }, {"value \"y\": is made twice"}));
}

TEST(Typing, InputsThatAreLeftOutAreNotRead) {
    for (const std::string op : {"Relu", "Identity", "Neg", "Shape", "Softmax", "Transpose"}) {
        network_builder made("left_out");
        made.input("x", {2});
        EXPECT_THROW(typed(made.with_output(made.node(op, {""}))), unsupported_error) << op;
    }
    for (const std::string op :
         {"Add", "MatMul", "Reshape", "Concat", "Gather", "Expand", "Where", "Max", "Sum"}) {
        network_builder made("left_out");
        const std::string x = made.input("x", {2});
        EXPECT_THROW(typed(made.with_output(made.node(op, {x, "", x}))), unsupported_error) << op;
        EXPECT_THROW(typed(made.with_output(made.node(op, {"", x, x}))), unsupported_error) << op;
    }
}

TEST(Typing, InputsAreThereOnce) {
    network_builder made("twice");
    const std::string x = made.input("x", {0});
    made.input("x", {16});
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            typed(made.with_output(made.node("Add", {x, x})));
        },
        {"value \"x\": is made twice, by input and by input"}));
}

TEST(Typing, CirclesAndValuesWithoutOriginAreTold) {
    network_builder made("circle");
    const std::string x = made.input("x", {4});
    made.node("Add", {x, "b_out"}, {}, "a");
    const std::string b = made.node("Relu", {"a_out"}, {}, "b");
    made.node("Relu", {"nowhere"}, {}, "c");
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { typed(made.with_output(b)); },
        {"node \"a\" (Add): waits for a value that follows from its own output",
         "node \"b\" (Relu): waits for a value that follows from its own output",
         "node \"c\" (Relu): reads \"nowhere\", which nothing makes"}));
}

TEST(Typing, AValueHasOneOrigin) {
    network_builder made("twice");
    const std::string x = made.input("x", {4});
    made.node("Relu", {x}, {}, "a");
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { typed(made.with_output(made.node("Relu", {x}, {}, "a"))); },
        {"value \"a_out\": is made twice, by node \"a\" (Relu) and by node \"a\" (Relu)"}));
}

TEST(Typing, SizesThatAreOpenAreGivenByTheCaller) {
    network_builder made("open");
    made.input("x", {1, 3});
    model network = made.with_output(made.node("Relu", {"x"}));
    network.inputs[0].extents[0] = {-1, "batch"};
    EXPECT_TRUE(throws<user_error>(
        [&] { network.bound({}); },
        {"network \"open\"", "input \"x\"",
         "has sizes that are not known while compiling (x float32 [batch, 3]); give them: x=1,3"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            network.bound({{"x", {2, 4}}});
        },
        {"is given the sizes 2x4, where size 2 must be 3"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            network.bound({{"x", {2}}});
        },
        {"is given the sizes 2, must have 2"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            network.bound({{"y", {2, 3}}});
        },
        {"input \"y\"", "is given sizes, but there is none of this name; the inputs are x"}));
    EXPECT_EQ(graph::to_text(graph::typed(network.bound({{"x", {2, 3}}}), {}).type("x")),
              "float32 2x3");
}

TEST(Typing, ASymbolIsOneNumber) {
    network_builder made("open");
    made.input("x", {1});
    made.input("y", {1});
    model network = made.with_output(made.node("Add", {"x", "y"}));
    network.inputs[0].extents[0] = network.inputs[1].extents[0] = {-1, "n"};
    EXPECT_TRUE(throws<user_error>(
        [&] {
            network.bound({{"x", {2}}, {"y", {3}}});
        },
        {"says that \"n\" is 3, which another size makes 2"}));
    EXPECT_EQ(network.bound({{"x", {2}}}).inputs[1].extents[0].size, 2);
    EXPECT_EQ(network.bound({{"n", {2}}}).inputs[1].extents[0].size, 2);
}

TEST(Typing, WhatFollowsFromConstantsAndSizesIsAConstant) {
    network_builder made("shapes");
    const std::string x = made.input("x", {2, 3, 4});
    const std::string sizes = made.node("Shape", {x});
    const std::string first =
        made.node("Gather", {sizes, made.constant({shape{}, std::vector<std::int64_t>{0}})});
    const std::string as_list = made.node("Unsqueeze", {first, made.numbers({0})});
    const std::string to =
        made.node("Concat", {as_list, made.numbers({-1})}, {{"axis", std::int64_t{0}}});
    const typed_graph found = typed(made.with_output(made.node("Reshape", {x, to}, {}, "flat")));
    ASSERT_EQ(found.nodes.size(), 1U);
    EXPECT_EQ(graph::to_text(found.type("flat_out")), "float32 2x12");
}

TEST(Typing, DeclaredOutputsHaveTheirType) {
    network_builder made("declared");
    model network = made.with_output(made.node("Relu", {made.input("x", {2, 3})}, {}, "y"));
    network.outputs[0].has_rank = true;
    network.outputs[0].extents = {{2, ""}, {4, ""}};
    EXPECT_EQ(typed(network).outputs.size(), 1U); // sizes may be those of another input
    network.outputs[0].elements = p_int64;
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { typed(network); },
        {"output \"y_out\": is declared as y_out int64 [2, 4], and is float32 2x3"}));
}

TEST(Typing, ValuesThatAreTooLargeAreRefused) {
    network_builder made("large");
    const std::string y =
        made.node("ConstantOfShape", {made.numbers({1 << 20, 1 << 20})}, {}, "zeros");
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            typed(made.with_output(made.node("Add", {y, made.input("x", {1})})));
        },
        {"node \"zeros\" (ConstantOfShape): its output has 1099511627776 elements (float32 "
         "1048576x1048576), supported are up to 536870912"}));
}

/// Every file that is nearly one is refused, or means something.
TEST(Typing, DamagedFilesAreRefused) {
    network_builder made("damaged");
    std::string y = made.input("x", {1, 2, 6, 6});
    y = made.node("Relu", {made.batch_norm(made.conv(y, 2, 3, 3), 3)});
    y = made.node("MaxPool", {y}, {{"kernel_shape", std::vector<std::int64_t>{2, 2}}});
    y = made.node("Reshape", {y, made.numbers({1, -1})});
    const std::string bytes = graph::onnx_bytes(made.with_output(made.dense(y, 75, 4)));
    std::mt19937 random(3);
    int refused = 0;
    for (int round = 0; round < 3000; round++) {
        std::string damaged = bytes;
        for (unsigned i = 0; i <= random() % 3; i++) {
            damaged[random() % damaged.size()] = static_cast<char>(random());
        }
        if (random() % 4 == 0) {
            damaged.resize(random() % damaged.size());
        }
        try {
            const model network = graph::parse_onnx(damaged);
            graph::typed(network.bound({}), source_place::current());
        } catch (const error &) {
            refused++;
        }
    }
    EXPECT_GT(refused, 300);
}

} // namespace
} // namespace tiramisu::testing
