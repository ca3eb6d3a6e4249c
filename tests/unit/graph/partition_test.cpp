#include "tiramisu/graph/partition.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/network_builder.h"
#include "support/temporary_folder.h"
#include "support/throws.h"

// Networks in parts: what is supported, and what is left to others.

namespace tiramisu::testing {
namespace {

using graph::model;
using graph::network_part;
using oracle::throws;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> names_of(const std::vector<graph::value_declaration> &values) {
    std::vector<std::string> names;
    for (const graph::value_declaration &one : values) {
        names.push_back(one.text());
    }
    return names;
}

std::vector<bool> supported(const std::vector<network_part> &parts) {
    std::vector<bool> all;
    for (const network_part &one : parts) {
        all.push_back(one.is_supported);
    }
    return all;
}

/// x -> Conv -> a -> other.Twist -> b -> Conv -> Add x -> output; the types of b may be declared.
struct twisted {
    explicit twisted(bool declares) {
        const std::string x = made.input("x", {1, 4, 6, 6});
        a = made.conv(x, 4, 4, 3);
        b = made.node("other.Twist", {a}, {}, "twist");
        network = made.with_output(made.node("Add", {made.conv(b, 4, 4, 3), x}));
        network.domains["other"] = 3;
        if (declares) {
            network.values.push_back({b, p_float32, {{1, ""}, {4, ""}, {6, ""}, {6, ""}}});
        }
    }
    network_builder made{"twisted"};
    std::string a, b;
    model network;
};

TEST(Partition, LeavesASupportedNetworkAsItIs) {
    network_builder made("whole");
    const std::string x = made.input("x", {1, 3, 6, 6});
    made.input("unused", {2});
    const model network = made.with_output(made.node("Relu", {made.conv(x, 3, 8, 3)}));
    const std::vector<network_part> parts = partition(network);
    ASSERT_EQ(1U, parts.size());
    EXPECT_TRUE(parts[0].is_supported);
    EXPECT_EQ("whole", parts[0].network.name);
    EXPECT_EQ(network.inputs.size(), parts[0].network.inputs.size());
}

TEST(Partition, GoesOnBehindWhatIsNotSupportedWhereItsTypeIsDeclared) {
    const twisted given(true);
    const std::vector<network_part> parts = partition(given.network);
    ASSERT_THAT(supported(parts), ElementsAre(true, false, true));
    EXPECT_EQ("twisted_2", parts[1].network.name);
    EXPECT_THAT(names_of(parts[0].network.inputs), ElementsAre("x float32 [1, 4, 6, 6]"));
    EXPECT_THAT(names_of(parts[0].network.outputs), ElementsAre(given.a + " float32 [1, 4, 6, 6]"));
    EXPECT_THAT(names_of(parts[1].network.outputs), ElementsAre(given.b + " float32 [1, 4, 6, 6]"));
    EXPECT_THAT(parts[1].why_not,
                ElementsAre("node \"twist\" (other.Twist): operator other.Twist is not supported"));
    EXPECT_EQ(2U, parts[2].network.inputs.size());
}

TEST(Partition, PartsTogetherAreTheNetwork) {
    const twisted given(true);
    const std::vector<network_part> parts = partition(given.network);
    ASSERT_EQ(3U, parts.size());
    // The same with an operator that is supported in the place of the other.
    model known = given.network;
    for (graph::node_pointer &one : known.nodes) {
        if (one->op == "other.Twist") {
            graph::node same = *one;
            same.op = "Neg";
            one = std::make_shared<const graph::node>(same);
        }
    }
    const auto inputs = random_inputs(known);
    std::map<std::string, graph::tensor> values = run(nn::network(parts[0].network), inputs);
    model twist = parts[1].network;
    twist.nodes.clear();
    for (const graph::node_pointer &one : known.nodes) {
        if (one->op == "Neg") {
            twist.nodes.push_back(one);
        }
    }
    values = graph::evaluate(twist, values);
    values.insert(inputs.begin(), inputs.end());
    const auto found = run(nn::network(parts[2].network), values);
    for (const auto &[name, wanted] : graph::evaluate(known, inputs)) {
        EXPECT_LE(difference(found.at(name), wanted), 1e-4);
    }
}

TEST(Partition, LeavesWhatReadsAnUnknownType) {
    const twisted given(false);
    const std::vector<network_part> parts = partition(given.network);
    ASSERT_THAT(supported(parts), ElementsAre(true, false));
    EXPECT_THAT(parts[1].why_not, ElementsAre(HasSubstr("other.Twist is not supported"),
                                              HasSubstr("reads \"" + given.b +
                                                        "\", whose type is "
                                                        "not declared"),
                                              HasSubstr("whose type is not declared")));
}

TEST(Partition, LeavesWhatFollowsFromValues) {
    network_builder made("found");
    const std::string x = made.input("x", {8});
    const std::string y = made.node("Relu", {x});
    const std::string places = made.node("NonZero", {y}, {}, "find");
    const std::vector<network_part> parts =
        partition(made.with_outputs({y, made.node("Cast", {places}, {{"to", std::int64_t{1}}})}));
    ASSERT_THAT(supported(parts), ElementsAre(true, false));
    EXPECT_THAT(parts[1].why_not.front(), HasSubstr("node \"find\" (NonZero): how many elements"));
    EXPECT_EQ(2U, parts[1].network.nodes.size());
}

TEST(Partition, MovesWhatHasNoTypeToItsReader) {
    // Twist's result is read beside that of a later part.
    network_builder made("late");
    const std::string x = made.input("x", {4});
    const std::string early = made.node("other.Twist", {x}, {}, "early");
    const std::string a = made.node("Relu", {made.node("other.Turn", {x}, {}, "turn")});
    const std::string late = made.node("other.Join", {early, a}, {}, "late");
    model network = made.with_output(late);
    network.values.push_back({network.nodes[1]->outputs[0], p_float32, {{4, ""}}});
    const std::vector<network_part> parts = partition(network);
    ASSERT_THAT(supported(parts), ElementsAre(false, true, false));
    EXPECT_EQ(2U, parts[2].network.nodes.size());
}

TEST(Partition, LeavesAllBehindWhatHasNoTypeForSeveralParts) {
    network_builder made("asked");
    const std::string x = made.input("x", {4});
    const std::string before = made.node("Abs", {x});
    const std::vector<std::string> twice = made.node_of(2, "other.Twist", {before});
    const std::string a = made.node("Relu", {twice[1]});
    model network = made.with_output(made.node("other.Join", {twice[0], a}));
    network.values.push_back({twice[1], p_float32, {{4, ""}}});
    const std::vector<network_part> parts = partition(network);
    ASSERT_THAT(supported(parts), ElementsAre(true, false));
    EXPECT_EQ(3U, parts[1].network.nodes.size());
}

/// The part that is compiled makes the constant as the whole would, the other has its value.
TEST(Partition, PartsReadConstantsThatNodesMake) {
    network_builder made("constants");
    const std::string x = made.input("x", {4});
    const std::string c = made.node("Exp", {made.weights({4})});
    const std::string a = made.node("Add", {x, c});
    const model network = made.with_output(made.node("other.Odd", {a, c}));
    const std::vector<network_part> parts = partition(network);
    ASSERT_THAT(supported(parts), ElementsAre(true, false));
    EXPECT_EQ(1U, parts[1].network.constants.count(c));
    const auto inputs = random_inputs(parts[0].network);
    const auto found = run(nn::network(parts[0].network), inputs);
    EXPECT_LE(difference(found.at(a), graph::evaluate(parts[0].network, inputs).at(a)), 1e-5);
}

TEST(Partition, LeavesOutWhatNobodyNeeds) {
    network_builder made("dead");
    const std::string x = made.input("x", {4});
    made.node("other.Odd", {x});
    const std::string y = made.node("Relu", {x});
    const model network = made.with_output(y);
    EXPECT_THAT(supported(partition(network)), ElementsAre(true));
    expect_computes_as_defined(network);
}

TEST(Partition, LeavesNodesWithAnOutputThatIsNot) {
    network_builder made("mask");
    const std::string x = made.input("x", {4});
    const std::vector<std::string> both = made.node_of(2, "Dropout", {made.node("Relu", {x})});
    const std::vector<network_part> parts =
        partition(made.with_outputs({made.node("other.Odd", {both[0]}), both[1]}));
    ASSERT_THAT(supported(parts), ElementsAre(true, false));
    EXPECT_EQ(2U, parts[1].network.nodes.size());
    EXPECT_THAT(parts[1].why_not.front(),
                HasSubstr("(Dropout): output \"" + both[1] + "\" is not supported"));
}

TEST(Partition, MakesFloatsOfNarrowOnes) {
    network_builder made("narrow");
    const std::string x = made.input("x", {4});
    const std::string half =
        made.node("Cast", {made.node("other.Odd", {x})}, {{"to", std::int64_t{10}}});
    const std::vector<network_part> parts =
        partition(made.with_output(made.node("Add", {half, made.weights({4})})));
    ASSERT_THAT(supported(parts), ElementsAre(false));
    std::vector<std::int64_t> types;
    for (const graph::node_pointer &one : parts[0].network.nodes) {
        if (one->op == "Cast") {
            types.push_back(std::get<std::int64_t>(one->attributes.at("to")));
        }
    }
    EXPECT_THAT(types, ElementsAre(10, 1)); // rounded, as before, and a float again
}

TEST(Partition, KeepsOutputsThatNoNodeMakes) {
    network_builder made("ends");
    const std::string x = made.input("x", {4});
    const std::string y = made.node("other.Twist", {made.node("Relu", {x})});
    const std::vector<network_part> parts = partition(made.with_outputs({x, y}));
    ASSERT_THAT(supported(parts), ElementsAre(true, false));
    EXPECT_EQ(x, parts[0].network.outputs.back().name);
}

TEST(Partition, TakesNoTypeThatIsTooLarge) {
    twisted given(true);
    given.network.values[0].extents[0].size = std::int64_t{1} << 40;
    EXPECT_THAT(supported(partition(given.network)), ElementsAre(true, false));
}

TEST(Partition, PartsAreFilesOfOnnx) {
    const temporary_folder folder;
    const twisted given(true);
    write_onnx(partition(given.network)[1].network, folder / "part.onnx");
    const model read = graph::read_onnx(folder / "part.onnx");
    EXPECT_EQ("other.Twist", read.nodes.front()->op);
    EXPECT_EQ(3, read.domains.at("other"));
    EXPECT_THAT(names_of(read.inputs), ElementsAre(given.a + " float32 [1, 4, 6, 6]"));
}

TEST(Partition, RefusesWhatIsWrongWithTheNetwork) {
    model network = twisted(true).network;
    network.opset = 3;
    EXPECT_TRUE(throws<unsupported_error>([&] { partition(network); }, {"is of opset 3"}));
    network = twisted(true).network;
    network.nodes.push_back(network.nodes.front());
    EXPECT_TRUE(throws<unsupported_error>([&] { partition(network); }, {"twisted"}));
}

} // namespace
} // namespace tiramisu::testing
