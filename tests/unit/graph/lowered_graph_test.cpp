#include "graph/compile/lowered_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/compile/element_program.h"
#include "graph/rewrite/rewrite.h"
#include "support/network_builder.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using graph::lowered_graph;
using graph::shape;
using oracle::throws;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

lowered_graph lowered(network_builder &made, const std::string &output) {
    return graph::lower_graph(
        graph::rewritten(graph::typed(made.with_output(output).bound({}), source_place::current())),
        16, source_place::current());
}

std::vector<std::string> texts_of(const lowered_graph &graph) {
    std::vector<std::string> texts;
    for (const graph::step &one : graph.steps) {
        texts.push_back(one.text);
    }
    return texts;
}

TEST(LoweredGraph, NeighboursOfSingleElementsAreOneStep) {
    network_builder made("chain");
    const std::string x = made.input("x", {4, 6});
    const std::string y = made.node("Mul", {made.node("Sigmoid", {x}), x});
    const std::string z = made.node("Sub", {made.node("Exp", {y}), made.number(1)});
    EXPECT_THAT(texts_of(lowered(made, z)),
                ElementsAre("elements Sub(Exp(Mul(Sigmoid(#0), #0)), 1) 4x6 -> 4x6"));
}

TEST(LoweredGraph, ImagesThatCouldLieInBlocksStayOneStepBetweenPlainEnds) {
    network_builder made("chain_of_images");
    std::string y = made.input("x", {1, 16, 8, 8});
    for (const std::string op : {"Relu", "Exp", "Sigmoid", "Tanh"}) {
        y = made.node(op, {y});
    }
    EXPECT_THAT(texts_of(lowered(made, y)),
                ElementsAre("elements Tanh(Sigmoid(Exp(Relu(#0)))) 1x16x8x8 -> 1x16x8x8"));
}

TEST(LoweredGraph, WhatIsBroadcastIsComputedOnce) {
    network_builder made("broadcast");
    const std::string x = made.input("x", {4, 6}), row = made.input("row", {6});
    const std::string y = made.node("Mul", {x, made.node("Exp", {row})});
    EXPECT_THAT(texts_of(lowered(made, y)),
                ElementsAre("elements Exp(#0) 6 -> 6", "elements Mul(#0, #1) 4x6 1x6 -> 4x6"));
}

TEST(LoweredGraph, ImagesBetweenConvolutionsLieInBlocks) {
    network_builder made("blocks");
    std::string y = made.input("x", {1, 3, 12, 12});
    y = made.node("Relu", {made.conv(y, 3, 32, 3)});
    y = made.node("MaxPool", {y},
                  {{"kernel_shape", std::vector<std::int64_t>{2, 2}},
                   {"strides", std::vector<std::int64_t>{2, 2}}});
    const lowered_graph found = lowered(made, made.conv(y, 32, 10, 3));
    EXPECT_THAT(texts_of(found),
                ElementsAre(HasSubstr("src=nchw dst=nchw16c"), HasSubstr("layout=nchw16c"),
                            HasSubstr("src=nchw16c dst=nchw")));
    EXPECT_EQ(found.reorders, 0);
}

TEST(LoweredGraph, PoolingsToOnePixelReadImagesAsTheyLie) {
    network_builder made("pooled");
    const std::string y = made.conv(made.input("x", {1, 3, 12, 12}), 3, 32, 3);
    const lowered_graph found =
        lowered(made, made.node("Sigmoid", {made.node("GlobalAveragePool", {y})}));
    EXPECT_THAT(texts_of(found),
                ElementsAre(HasSubstr("src=nchw dst=nchw16c"), HasSubstr("layout=nchw16c"),
                            HasSubstr("elements Sigmoid(#0) 1x32x1x1")));
    EXPECT_EQ(found.reorders, 0);
}

TEST(LoweredGraph, WhatIsPlainIsReorderedOnce) {
    network_builder made("reorders");
    const std::string x = made.input("x", {1, 32, 12, 12});
    const std::string y = made.conv(made.node("Relu", {made.conv(x, 32, 32, 3)}), 32, 32, 3);
    const std::string sum =
        made.node("Transpose", {made.node("Add", {made.conv(y, 32, 32, 3), x})});
    const lowered_graph found = lowered(made, sum);
    EXPECT_LE(found.reorders, 1) << ::testing::PrintToString(texts_of(found));
}

TEST(LoweredGraph, WhatCannotBeStepsIsListed) {
    network_builder made("weights");
    const std::string x = made.input("x", {1, 3, 8, 8}), w = made.input("w", {3});
    const std::string y = made.node("BatchNormalization", {x, w, w, w, w}, {}, "first");
    const std::string z = made.node("BatchNormalization", {x, w, w, w, w}, {}, "second");
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            lowered(made, made.node("Add", {y, z}));
        },
        {"2 things are not supported, or wrong:",
         "node \"first\" (BatchNormalization): scale, bias, mean and variance must be constants",
         "node \"second\" (BatchNormalization): scale"}));
}

TEST(ElementProgram, DimensionsThatNeedNotBeApartAreOne) {
    const auto none = [](const std::vector<expr> &) { return expr(); };
    const auto joined = [&](const std::vector<shape> &operands, const shape &result) {
        return graph::collapsed({operands, result, none});
    };
    EXPECT_EQ(joined({{2, 3, 4}}, {2, 3, 4}).result, (shape{24}));
    EXPECT_EQ(joined({{2, 3, 4}, {1, 3, 1}}, {2, 3, 4}).result, (shape{2, 3, 4}));
    const auto channels = joined({{2, 3, 4, 5}, {1, 3, 1, 1}}, {2, 3, 4, 5});
    EXPECT_EQ(channels.result, (shape{2, 3, 20}));
    EXPECT_EQ(channels.operands[1], (shape{1, 3, 1}));
    EXPECT_EQ(joined({{1, 1}}, {4, 5}).operands[0], (shape{1}));
    EXPECT_EQ(joined({{}}, {}).result, (shape{1}));
    EXPECT_EQ(joined({{1 << 20}}, {1 << 20}).result, (shape{64, 16384}));
}

} // namespace
} // namespace tiramisu::testing
