#include <numeric>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/network_builder.h"
#include "support/throws.h"

// Networks some of whose sizes follow from values that they compute.

namespace tiramisu::testing {
namespace {

using graph::model;
using graph::shape;
using graph::tensor;
using ::testing::ElementsAre;
using integers = std::vector<std::int64_t>;
using tensors = std::map<std::string, tensor>;

tensor floats(const shape &extents, const std::vector<float> &values) {
    return {extents, values};
}

std::vector<float> floats_of(const tensor &values) {
    return {values.data<float>(), values.data<float>() + values.count()};
}

/// By the definitions, where every value is known from the start, so that nothing is cut.
void expect_as_if_known(const model &network, const tensors &inputs) {
    const tensors expected = graph::evaluate(network.with_values(inputs), {}),
                  by_definition = graph::evaluate(network, inputs),
                  found = nn::staged_network(network).run(inputs);
    ASSERT_EQ(expected.size(), found.size());
    for (const auto &[name, values] : expected) {
        EXPECT_EQ(values.type(), found.at(name).type()) << name;
        EXPECT_LE(difference(found.at(name), values), 1e-5) << name;
        EXPECT_EQ(difference(by_definition.at(name), values), 0) << name;
    }
}

/// Of x [6], the elements that are not zero, and the sum of their squares.
model not_zeros() {
    network_builder made("not_zeros");
    const std::string x = made.input("x", {6});
    const std::string places = made.node("Transpose", {made.node("NonZero", {x})});
    const std::string kept = made.node("GatherND", {x, places});
    return made.with_outputs({kept, made.node("ReduceSumSquare", {kept}), x});
}

TEST(StagedNetwork, CountsWhatIsNotZero) {
    const model network = not_zeros();
    const nn::staged_network net(network);
    const auto run = [&](const std::vector<float> &x) { return net.run({{"x", floats({6}, x)}}); };
    const std::string kept = network.outputs[0].name, sum = network.outputs[1].name;
    const tensors some = run({0, 3, 0, -4, 0, 0});
    EXPECT_THAT(floats_of(some.at(kept)), ElementsAre(3, -4));
    EXPECT_THAT(floats_of(some.at(sum)), ElementsAre(25));
    EXPECT_THAT(floats_of(some.at("x")), ElementsAre(0, 3, 0, -4, 0, 0));
    const tensors none = run({0, 0, 0, 0, 0, 0});
    EXPECT_EQ((shape{0}), none.at(kept).extents());
    EXPECT_THAT(floats_of(none.at(sum)), ElementsAre(0));
    EXPECT_EQ((shape{6}), run({1, 2, 3, 4, 5, 6}).at(kept).extents());
}

/// A convolution finds a score for each place of an image; boxes that overlap a better one go, and
/// those that stay are given with what a layer makes of their features.
model detector() {
    network_builder made("detector", 17, 3);
    const std::string image = made.input("image", {1, 3, 16, 16});
    const std::string features = made.node(
        "Relu", {made.conv(made.node("Relu", {made.conv(image, 3, 16, 3, 2)}), 16, 16, 3)});
    const std::string rows =
        made.node("Transpose", {made.node("Reshape", {features, made.numbers({1, 16, -1})})},
                  {{"perm", integers{0, 2, 1}}}); // 1 x 64 x 16
    const std::string boxes =
        made.node("Sigmoid", {made.node("MatMul", {rows, made.weights({16, 4})})});
    const std::string scores =
        made.node("Transpose", {made.node("MatMul", {rows, made.weights({16, 2})})},
                  {{"perm", integers{0, 2, 1}}});
    const std::string kept =
        made.node("NonMaxSuppression",
                  {boxes, scores, made.numbers({5}), made.number(0.4F), made.number(-10.0F)});
    const std::string places =
        made.node("Gather", {kept, made.numbers({2})}, {{"axis", std::int64_t{1}}});
    const std::string found =
        made.node("Gather", {made.node("Squeeze", {rows, made.numbers({0})}),
                             made.node("Squeeze", {places, made.numbers({1})})});
    const std::string classes = made.node("Softmax", {made.dense(found, 16, 7)});
    return made.with_outputs({kept, classes});
}

TEST(StagedNetwork, KeepsTheBoxesThatOverlapNoBetterOne) {
    const model network = detector();
    expect_as_if_known(network, random_inputs(network, 5));
    const nn::staged_network net(network);
    std::vector<std::string> stages;
    net.run(random_inputs(network, 5), &stages);
    ASSERT_EQ(2U, stages.size());
    EXPECT_THAT(stages[0], ::testing::HasSubstr("nodes, compiled; then by values: node \""));
    EXPECT_THAT(stages[1], ::testing::HasSubstr("by their definitions"));
}

/// How long each of 9 sounds is follows from a layer; a convolution runs over all of their steps.
model speaker() {
    network_builder made("speaker", 17, 7);
    const std::string sounds = made.input("sounds", {9, 32});
    const std::string lengths = made.node(
        "Ceil", {made.node("Abs", {made.node("MatMul", {sounds, made.weights({32, 1}, 40)})})});
    const std::string ends =
        made.node("CumSum", {made.node("Reshape", {lengths, made.numbers({9})}),
                             made.constant({shape{}, integers{0}})});
    const std::string all =
        made.node("Cast", {made.node("ReduceMax", {ends}, {{"keepdims", std::int64_t{0}}})},
                  {{"to", std::int64_t{7}}});
    const std::string steps =
        made.node("Cast",
                  {made.node("Range", {made.constant({shape{}, integers{0}}), all,
                                       made.constant({shape{}, integers{1}})})},
                  {{"to", std::int64_t{1}}});
    // Of which sound a step is: how many have ended before it.
    const std::string has_ended = made.node(
        "Cast",
        {made.node("LessOrEqual", {ends, made.node("Unsqueeze", {steps, made.numbers({1})})})},
        {{"to", std::int64_t{7}}});
    const std::string sound =
        made.node("ReduceSum", {has_ended, made.numbers({1})}, {{"keepdims", std::int64_t{0}}});
    const std::string long_rows = made.node("Gather", {sounds, sound});
    const std::string rows =
        made.node("Unsqueeze", {made.node("Transpose", {long_rows}), made.numbers({0})});
    const std::string y = made.node(
        "Tanh", {made.node("Conv", {rows, made.weights({64, 32, 5})}, {{"pads", integers{2, 2}}})});
    return made.with_outputs({y, all});
}

TEST(StagedNetwork, CompilesLayersOverALengthThatItComputes) {
    const model network = speaker();
    const tensors inputs = random_inputs(network, 2);
    expect_as_if_known(network, inputs);
    std::vector<std::string> stages;
    nn::staged_network(network).run(inputs, &stages);
    ASSERT_EQ(2U, stages.size());
    EXPECT_THAT(stages[1], ::testing::HasSubstr("compiled"));
}

TEST(StagedNetwork, LeavesOutWhatNobodyNeeds) {
    network_builder made("dead");
    const std::string x = made.input("x", {6});
    made.node("other.Odd", {x});
    const std::string places = made.node("NonZero", {x});
    made.node("other.Even", {places});
    const model network = made.with_output(made.node("Abs", {places}));
    const tensors found = nn::staged_network(network).run({{"x", floats({6}, {0, 1, 0, 2, 0, 0})}});
    EXPECT_EQ((shape{1, 2}), found.at(network.outputs[0].name).extents());
    network_builder plain("plain");
    const std::string y = plain.input("x", {6});
    plain.node("other.Odd", {y});
    const model whole = plain.with_output(plain.node("Abs", {y}));
    EXPECT_EQ(6, nn::staged_network(whole)
                     .run({{"x", floats({6}, {0, 1, 0, 2, 0, 0})}})
                     .at(whole.outputs[0].name)
                     .count());
}

TEST(StagedNetwork, TakesShapesThatAreInputs) {
    network_builder made("shaped");
    const std::string x = made.input("x", {2, 6}), sizes = made.input("sizes", {2}, p_int64);
    const model network =
        made.with_output(made.node("Relu", {made.node("Reshape", {made.node("Neg", {x}), sizes})}));
    const tensors inputs = {{"x", random_inputs(made.with_output("x")).at("x")},
                            {"sizes", {shape{2}, integers{4, -1}}}};
    expect_as_if_known(network, inputs);
}

/// What x [8] has most of, `k` elements and where they are; the places lie again in a row.
TEST(StagedNetwork, TakesSeveralOutputsOfANodeThatWaits) {
    network_builder made("most");
    const std::string x = made.input("x", {8}), k = made.input("k", {1}, p_int64);
    const auto most = made.node_of(2, "TopK", {made.node("Exp", {x}), k});
    const model network = made.with_outputs(
        {most[0], most[1], made.node("Gather", {x, made.node("Neg", {most[1]})})});
    expect_as_if_known(network, {{"x", random_inputs(made.with_output("x")).at("x")},
                                 {"k", {shape{1}, integers{3}}}});
}

/// A graph of one node, which reads a value from outside.
std::shared_ptr<const model> branch(const std::string &op, const std::string &read) {
    model made;
    made.name = op;
    made.outputs.push_back({"made", p_int64, {}});
    made.outputs[0].has_rank = false;
    made.nodes.push_back(
        std::make_shared<const graph::node>(graph::node{"", op, {read}, {"made"}, {}}));
    return std::make_shared<const model>(made);
}

TEST(StagedNetwork, TakesABranchByAValue) {
    network_builder made("branches");
    const std::string x = made.input("x", {4, 3}), limit = made.input("limit", {});
    const std::string sum =
        made.node("ReduceSum", {made.node("Sigmoid", {x})}, {{"keepdims", std::int64_t{0}}});
    const std::string is_more = made.node("Greater", {sum, limit});
    const std::string some =
        made.node("If", {is_more},
                  {{"then_branch", branch("NonZero", x)}, {"else_branch", branch("Shape", x)}});
    const model network = made.with_output(made.node("Cast", {some}, {{"to", std::int64_t{1}}}));
    const tensor values = random_inputs(made.with_output("x")).at("x");
    const nn::staged_network net(network);
    for (const float most : {100.0F, 0.5F, 100.0F}) {
        const tensors inputs = {{"x", values}, {"limit", floats({}, {most})}};
        expect_as_if_known(network, inputs);
        const std::string output = network.outputs[0].name;
        EXPECT_EQ(graph::evaluate(network, inputs).at(output).extents(),
                  net.run(inputs).at(output).extents());
    }
}

graph::node_pointer node(const std::string &op, const std::vector<std::string> &inputs,
                         const std::vector<std::string> &outputs,
                         const network_builder::attributes &with = {}) {
    return std::make_shared<const graph::node>(graph::node{"", op, inputs, outputs, with});
}

/// The body of a Loop: its number of the round is "i", its condition "going".
std::shared_ptr<const model> body(const std::vector<std::string> &carried,
                                  const std::vector<std::string> &made,
                                  const std::vector<graph::node_pointer> &nodes) {
    model one;
    one.name = "body";
    one.inputs = {{"i", p_int64, {}}, {"going", p_boolean, {}}};
    for (const std::string &name : carried) {
        one.inputs.push_back({name, p_float32, {}, false});
    }
    for (const std::string &name : made) {
        one.outputs.push_back({name, p_float32, {}, false});
    }
    one.nodes = nodes;
    return std::make_shared<const model>(one);
}

/// A state [1, 64] becomes the next one, and a letter of 20, about as often as a value says; the
/// state that is left, and the letters.
model decoder(int most) {
    network_builder made("decoder", 17, 9);
    const std::string x = made.input("x", {1, 64});
    const std::string recurrent = made.weights({64, 64}, 0.3F), letters = made.weights({64, 20});
    const std::string limit = made.constant({shape{}, integers{most}});
    const std::string end = made.node(
        "Mul", {made.node("ReduceMax", {made.node("Abs", {x})}, {{"keepdims", std::int64_t{0}}}),
                made.number(30)});
    const auto rounds =
        body({"state"}, {"goes", "next", "letter"},
             {node("MatMul", {"state", recurrent}, {"sum"}), node("Add", {"sum", x}, {"with_x"}),
              node("Tanh", {"with_x"}, {"next"}), node("MatMul", {"next", letters}, {"scores"}),
              node("ArgMax", {"scores"}, {"letter"},
                   {{"axis", std::int64_t{1}}, {"keepdims", std::int64_t{0}}}),
              node("Cast", {"i"}, {"round"}, {{"to", std::int64_t{1}}}),
              node("Less", {"round", end}, {"goes"})});
    const auto results =
        made.node_of(2, "Loop", {limit, "", made.node("Relu", {x})}, {{"body", rounds}});
    return made.with_outputs({results[0], results[1]});
}

TEST(StagedNetwork, RunsALoopRoundByRound) {
    const model network = decoder(40);
    for (const unsigned seed : {1U, 2U, 3U, 4U}) {
        expect_as_if_known(network, random_inputs(network, seed));
    }
    std::vector<std::string> stages;
    const nn::staged_network net(network);
    const tensors found = net.run(random_inputs(network), &stages);
    EXPECT_THAT(stages.at(0), ::testing::HasSubstr("(Loop) round by round"));
    // Rounds are not nodes: there may be more of them than of those.
    const nn::staged_network longer(decoder(1 << 30));
    EXPECT_EQ(found.at(network.outputs[0].name).extents(),
              longer.run(random_inputs(network)).at(network.outputs[0].name).extents());
}

/// Rows 0 to n of x, and what was there, as many as a value says.
model growing(bool is_known) {
    network_builder made("growing", 17, 2);
    const std::string x = made.input("x", {8, 3}), count = made.input("count", {}, p_int64);
    const auto rounds =
        body({"rows"}, {"goes", "more", "size"},
             {node("Identity", {"going"}, {"goes"}), node("Gather", {x, "i"}, {"row"}),
              node("Unsqueeze", {"row", "axes"}, {"one"}),
              node("Concat", {"rows", "one"}, {"more"}, {{"axis", std::int64_t{0}}}),
              node("Size", {"more"}, {"size"})});
    const auto results = made.node_of(
        2, "Loop",
        {is_known ? made.constant({shape{}, integers{5}}) : count, "",
         made.node("Slice", {x, made.numbers({0}), made.numbers({1}), made.numbers({0})})},
        {{"body", rounds}});
    model network = made.with_outputs({results[0], results[1]});
    network.constants["axes"] = tensor(shape{1}, integers{0});
    return network;
}

TEST(StagedNetwork, RunsALoopWhoseValuesGrow) {
    for (const std::int64_t count : {0, 1, 5, 8}) {
        const model network = growing(false);
        expect_as_if_known(network, {{"x", random_inputs(growing(true)).at("x")},
                                     {"count", {shape{}, integers{count}}}});
    }
}

TEST(StagedNetwork, EndsALoopThatNothingEnds) {
    network_builder made("endless", 17);
    const std::string x = made.input("x", {1});
    const auto rounds = body({"v"}, {"goes", "w"},
                             {node("Neg", {"v"}, {"w"}),
                              node("ReduceMax", {x}, {"largest"}, {{"keepdims", std::int64_t{0}}}),
                              node("Greater", {"largest", "zero"}, {"goes"})});
    model network = made.with_output(made.node("Loop", {"", "", x}, {{"body", rounds}}, "round"));
    network.constants["zero"] = floats({}, {0});
    const nn::staged_network net(network);
    EXPECT_THAT(floats_of(net.run({{"x", floats({1}, {-5})}}).begin()->second), ElementsAre(5));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            net.run({{"x", floats({1}, {5})}});
        },
        {"node \"round\" (Loop)", "goes on after 100000 rounds"}));
}

TEST(StagedNetwork, RefusesALoopWithMoreOutputsThanItsBodyMakes) {
    network_builder made("more", 17);
    const std::string x = made.input("x", {1});
    const auto rounds = body({"v"}, {"goes", "w"},
                             {node("Neg", {"v"}, {"w"}), node("Less", {"w", x}, {"is_less"}),
                              node("Squeeze", {"is_less"}, {"goes"})});
    const auto results = made.node_of(2, "Loop", {"", "", x}, {{"body", rounds}}, "round");
    const model network = made.with_outputs({results[0], results[1]});
    EXPECT_TRUE(oracle::throws<unsupported_error>(
        [&] {
            nn::staged_network(network).run({{"x", floats({1}, {5})}});
        },
        {"node \"round\" (Loop): its output \"" + results[1] + "\" is not supported"}));
}

TEST(StagedNetwork, PassesNoSequenceOn) {
    network_builder made("pieces");
    const std::string x = made.input("x", {6, 2}), at = made.input("at", {}, p_int64);
    const std::string rows =
        made.node("SplitToSequence", {made.node("Exp", {x})}, {{"keepdims", std::int64_t{1}}});
    const std::string row = made.node("SequenceAt", {rows, at});
    const model network =
        made.with_outputs({made.node("Relu", {row}),
                           made.node("ConcatFromSequence", {rows}, {{"axis", std::int64_t{1}}})});
    expect_as_if_known(network, {{"x", random_inputs(made.with_output("x")).at("x")},
                                 {"at", {shape{}, integers{-2}}}});
}

TEST(StagedNetwork, CompilesWhatItMeetsOnce) {
    const nn::staged_network net(not_zeros());
    std::vector<std::thread> threads;
    std::vector<tensors> made(6);
    for (std::size_t i = 0; i < made.size(); i++) {
        threads.emplace_back([&, i] {
            std::vector<float> x(6, 0.0F);
            std::fill(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(i), 2.0F);
            made[i] = net.run({{"x", floats({6}, x)}});
        });
    }
    for (std::thread &one : threads) {
        one.join();
    }
    const std::string sum = not_zeros().outputs[1].name;
    for (std::size_t i = 0; i < made.size(); i++) {
        EXPECT_THAT(floats_of(made[i].at(sum)), ElementsAre(4.0F * static_cast<float>(i)));
    }
}

TEST(StagedNetwork, TellsAllThatIsNotSupportedFirst) {
    network_builder made("unsupported");
    const std::string kept = made.node("NonZero", {made.input("x", {6})});
    const model network = made.with_output(made.node("Relux", {kept}, {}, "last"));
    EXPECT_TRUE(oracle::throws<unsupported_error>(
        [&] {
            nn::staged_network(network).run({{"x", floats({6}, {1, 0, 0, 0, 0, 0})}});
        },
        {"node \"last\" (Relux): operator Relux of opset 17 is not supported"}));
}

TEST(StagedNetwork, SaysWhichInputDoesNotFit) {
    const nn::staged_network net(not_zeros());
    const auto refused = [&](const tensors &inputs, const std::string &part) {
        return oracle::throws<user_error>([&] { net.run(inputs); },
                                          {"network \"not_zeros\"", "run", part});
    };
    EXPECT_TRUE(refused({}, "input x float32 [6] is missing"));
    EXPECT_TRUE(refused({{"x", {shape{6}, integers(6)}}}, "given as int64 6"));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            net.run({{"x", floats({2}, {1, 2})}});
        },
        {"input \"x\"", "size 1 must be 6"}));
}

TEST(StagedNetwork, IsNamedWhereANetworkIsRefused) {
    EXPECT_TRUE(oracle::throws<unsupported_error>(
        [] { nn::network{not_zeros()}; },
        {"(NonZero): how many elements are not 0 follows from input 1",
         "what values decide: nn::staged_network, and \"tiramisu run\", compute what needs none of "
         "them first, then the rest"}));
}

} // namespace
} // namespace tiramisu::testing
