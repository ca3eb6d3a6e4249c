#include "graph/rewrite/rewrite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/network_builder.h"

namespace tiramisu::testing {
namespace {

using graph::typed_graph;
using ::testing::ElementsAre;

typed_graph rewritten(network_builder &made, const std::vector<std::string> &outputs) {
    return graph::rewritten(
        graph::typed(made.with_outputs(outputs).bound({}), source_place::current()));
}

/// "Conv+relu" of each node, in order.
std::vector<std::string> operators_of(const typed_graph &graph) {
    std::vector<std::string> names;
    for (const graph::node_pointer &one : graph.nodes) {
        const std::string post = graph.call_of(one).text("post", "");
        names.push_back(one->op + (post.empty() ? "" : "+" + post));
    }
    return names;
}

TEST(Rewrite, BatchNormalizationAndActivationBelongToTheConvolution) {
    network_builder made("conv");
    const std::string x = made.input("x", {1, 3, 8, 8});
    const std::string y = made.node(
        "LeakyRelu", {made.batch_norm(made.conv(x, 3, 4, 3, 1, 1, false), 4)}, {{"alpha", 0.25f}});
    EXPECT_THAT(operators_of(rewritten(made, {y})), ElementsAre("Conv+leaky_relu:0.25"));
}

TEST(Rewrite, ASumWithANumberForEachChannelIsTheBiasOfTheConvolution) {
    network_builder made("biases"), row("row");
    std::string y = made.conv(made.input("x", {1, 3, 8, 8}), 3, 4, 3, 1, 1, false);
    y = made.node("Add", {made.weights({4, 1, 1}), y});
    y = made.node("Add", {made.batch_norm(y, 4), made.weights({1, 4, 1, 1})});
    y = made.node("Add", {y, made.weights({1})});
    const typed_graph whole = rewritten(made, {made.node("Relu", {y})});
    EXPECT_THAT(operators_of(whole), ElementsAre("Conv+relu"));
    EXPECT_EQ(whole.nodes.front()->inputs.size(), 3u);

    std::string z = row.conv(row.input("x", {1, 3, 8, 4}), 3, 4, 3); // 4 columns, too
    EXPECT_THAT(operators_of(rewritten(row, {row.node("Add", {z, row.weights({4})})})),
                ElementsAre("Conv", "Add"));
}

TEST(Rewrite, ASwishIsThatOfTheLayer) {
    network_builder made("swish", 24), other("other", 24);
    const std::string y = made.conv(made.input("x", {1, 3, 8, 8}), 3, 4, 3);
    EXPECT_THAT(operators_of(rewritten(made, {made.node("Swish", {y})})),
                ElementsAre("Conv+swish"));
    const std::string z = other.conv(other.input("x", {1, 3, 8, 8}), 3, 4, 3);
    EXPECT_THAT(operators_of(rewritten(other, {other.node("Swish", {z}, {{"alpha", 2.0f}})})),
                ElementsAre("Conv", "Swish"));
}

TEST(Rewrite, BatchNormalizationOfAnythingElseIsAProductAndASum) {
    network_builder made("alone");
    const std::string y = made.batch_norm(made.input("x", {1, 4, 8}), 4);
    EXPECT_THAT(operators_of(rewritten(made, {y})), ElementsAre("Mul", "Add"));
}

TEST(Rewrite, AConvolutionThatIsReadTwiceStaysAsItIs) {
    network_builder made("twice");
    const std::string x = made.input("x", {1, 3, 8, 8});
    const std::string conv = made.conv(x, 3, 4, 3);
    const std::string y = made.node("Relu", {conv}), z = made.node("Sigmoid", {conv});
    EXPECT_THAT(operators_of(rewritten(made, {y, z})), ElementsAre("Conv", "Relu", "Sigmoid"));
}

TEST(Rewrite, AProductWithItsOwnActivationBelongsToTheLayer) {
    network_builder made("gates");
    const std::string x = made.input("x", {1, 3, 8, 8});
    const std::string first = made.conv(x, 3, 4, 3);
    const std::string second =
        made.conv(made.node("Mul", {first, made.node("Sigmoid", {first})}), 4, 4, 3);
    const std::string hard =
        made.node("HardSigmoid", {second}, {{"alpha", 1.0f / 6}, {"beta", 0.5f}});
    const std::string third = made.conv(made.node("Mul", {hard, second}), 4, 4, 3);
    EXPECT_THAT(operators_of(rewritten(made, {made.node("HardSwish", {third})})),
                ElementsAre("Conv+swish", "Conv+hard_swish", "Conv+hard_swish"));
}

TEST(Rewrite, AProductWithAnotherActivationStaysAsItIs) {
    network_builder another("another"), read("read"), soft("soft");
    std::string x = another.input("x", {1, 4, 8, 8});
    const std::string gated =
        another.node("Mul", {another.conv(x, 4, 4, 3), another.node("Sigmoid", {x})});
    EXPECT_THAT(operators_of(rewritten(another, {gated})), ElementsAre("Conv", "Sigmoid", "Mul"));

    std::string y = read.conv(read.input("x", {1, 4, 8, 8}), 4, 4, 3);
    const std::string gate = read.node("Sigmoid", {y});
    EXPECT_THAT(operators_of(rewritten(read, {read.node("Mul", {y, gate}), gate})),
                ElementsAre("Conv", "Sigmoid", "Mul"));

    y = soft.conv(soft.input("x", {1, 4, 8, 8}), 4, 4, 3); // whose slope is 0.2
    EXPECT_THAT(
        operators_of(rewritten(soft, {soft.node("Mul", {y, soft.node("HardSigmoid", {y})})})),
        ElementsAre("Conv", "HardSigmoid", "Mul"));
}

TEST(Rewrite, AnOutputIsNotHiddenInsideOfALayer) {
    network_builder made("output");
    const std::string conv = made.conv(made.input("x", {1, 3, 8, 8}), 3, 4, 3);
    const std::string y = made.node("Relu", {conv});
    EXPECT_THAT(operators_of(rewritten(made, {conv, y})), ElementsAre("Conv", "Relu"));
}

TEST(Rewrite, TheLaterOfTwoConvolutionsAddsTheOther) {
    network_builder made("sum");
    const std::string x = made.input("x", {1, 3, 8, 8});
    const std::string sum =
        made.node("Add", {made.conv(x, 3, 4, 3), made.node("Sigmoid", {made.conv(x, 3, 4, 1)})});
    const std::string y = made.node("Clip", {sum, made.number(0), made.number(6)});
    EXPECT_THAT(operators_of(rewritten(made, {y})),
                ElementsAre("Conv+sigmoid", "Conv+residual_add+clip:0:6"));
}

TEST(Rewrite, WhatIsBroadcastIsNoResidual) {
    network_builder made("broadcast");
    const std::string x = made.input("x", {1, 3, 8, 8}), row = made.input("row", {8});
    const std::string y = made.node("Add", {made.conv(x, 3, 4, 3), row});
    EXPECT_THAT(operators_of(rewritten(made, {y})), ElementsAre("Conv", "Add"));
}

TEST(Rewrite, WhatAResultIsBroadcastToIsNoResidual) {
    network_builder made("spread");
    const std::string x = made.input("x", {1, 3, 1, 1}), image = made.input("image", {1, 4, 8, 8});
    const std::string y = made.node("Add", {made.conv(x, 3, 4, 1), image});
    EXPECT_THAT(operators_of(rewritten(made, {y})), ElementsAre("Conv", "Add"));
}

TEST(Rewrite, WhatAProductAddsIsABiasOrASumOfItsOwn) {
    network_builder made("products");
    const std::string x = made.input("x", {2, 3});
    const std::string row = made.node("Gemm", {x, made.weights({3, 4}), made.weights({1, 4})});
    const std::string column =
        made.node("Gemm", {row, made.weights({4, 4}), made.weights({2, 1})}, {{"beta", 2.0f}});
    const std::string last =
        made.node("Relu", {made.node("Add", {made.node("MatMul", {column, made.weights({4, 5})}),
                                             made.weights({5})})});
    EXPECT_THAT(operators_of(rewritten(made, {last})),
                ElementsAre("Gemm", "Gemm", "Add", "MatMul+relu"));
}

TEST(Rewrite, IdentitiesAndDropoutsGo) {
    network_builder made("identities");
    const std::string x = made.input("x", {1, 3, 8, 8});
    const std::string y = made.node("Relu", {made.node("Dropout", {made.conv(x, 3, 4, 3)})});
    EXPECT_THAT(operators_of(rewritten(made, {made.node("Identity", {y})})),
                ElementsAre("Conv+relu"));
}

} // namespace
} // namespace tiramisu::testing
