#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"

// Operators with graphs inside of them, and sequences of tensors, against values that were computed
// by hand.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using oracle::throws;
using attributes = network_builder::attributes;
using names = std::vector<std::string>;
using numbers = std::vector<double>;

tensor of(const shape &extents, const numbers &values, primitive_t type = p_float32) {
    return graph::tensor_of({type, extents}, values);
}

void expect(const tensor &found, const shape &extents, const numbers &values) {
    EXPECT_EQ(found.extents(), extents);
    EXPECT_EQ(graph::reals_of(found), values);
}

graph::node_pointer node(const std::string &op, const names &inputs, const names &outputs,
                         const attributes &with = {}) {
    return std::make_shared<const graph::node>(graph::node{op, op, inputs, outputs, with});
}

std::shared_ptr<const graph::model> inside(const names &inputs, const names &outputs,
                                           const std::vector<graph::node_pointer> &nodes) {
    graph::model made;
    for (const std::string &one : inputs) {
        made.inputs.push_back({one, p_float32, {}, false});
    }
    for (const std::string &one : outputs) {
        made.outputs.push_back({one, p_float32, {}, false});
    }
    made.nodes = nodes;
    return std::make_shared<const graph::model>(made);
}

graph::model network(const std::map<std::string, shape> &inputs, const names &outputs,
                     const std::vector<graph::node_pointer> &nodes) {
    graph::model made;
    made.name = "net";
    made.opset = 13;
    for (const auto &[name, extents] : inputs) {
        graph::value_declaration one{name, p_float32, {}};
        for (const std::int64_t size : extents) {
            one.extents.push_back({size, ""});
        }
        made.inputs.push_back(one);
    }
    for (const std::string &one : outputs) {
        made.outputs.push_back({one, p_float32, {}, false});
    }
    made.nodes = nodes;
    return made;
}

/// Sums of rows so far, from either end.
graph::model sums_of_rows(const attributes &with) {
    attributes all = with;
    all["body"] = inside({"sum", "row"}, {"next", "next"}, {node("Add", {"sum", "row"}, {"next"})});
    all["num_scan_inputs"] = std::int64_t{1};
    return network({{"s", {2}}, {"x", {3, 2}}}, {"last", "all"},
                   {node("Scan", {"s", "x"}, {"last", "all"}, all)});
}

TEST(InnerGraphs, AScanGoesAlongRows) {
    const std::map<std::string, tensor> inputs = {{"s", of({2}, {10, 20})},
                                                  {"x", of({3, 2}, {1, 2, 3, 4, 5, 6})}};
    const auto forward = graph::evaluate(sums_of_rows({}), inputs);
    expect(forward.at("last"), {2}, {19, 32});
    expect(forward.at("all"), {3, 2}, {11, 22, 14, 26, 19, 32});
    const std::vector<std::int64_t> one = {1};
    const auto backward =
        graph::evaluate(sums_of_rows({{"scan_input_directions", one},
                                      {"scan_output_directions", one},
                                      {"scan_output_axes", std::vector<std::int64_t>{-1}}}),
                        inputs);
    expect(backward.at("last"), {2}, {19, 32});
    expect(backward.at("all"), {2, 3}, {19, 18, 15, 32, 30, 26});
    expect_computes_as_defined(sums_of_rows({}));
}

TEST(InnerGraphs, AScanOfWrongNumbersIsRefused) {
    const std::map<std::string, tensor> inputs = {{"s", of({2}, {0, 0})},
                                                  {"x", of({3, 2}, {0, 0, 0, 0, 0, 0})}};
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            graph::evaluate(sums_of_rows({{"scan_input_axes", std::vector<std::int64_t>{0, 1}}}),
                            inputs);
        },
        {"node \"Scan\" (Scan): attributes scan_input_axes and scan_input_directions have 2 and 1 "
         "numbers, must have 1"}));
    graph::model none = sums_of_rows({});
    graph::node one = *none.nodes[0];
    one.attributes["num_scan_inputs"] = std::int64_t{3};
    none.nodes = {std::make_shared<const graph::node>(one)};
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { graph::evaluate(none, inputs); },
        {"attribute num_scan_inputs is 3 of 2 inputs; its body takes 2 values and makes 2"}));
}

/// Halves a value while it is larger than 1, at most `most` times.
graph::model halved(std::int64_t most, bool collects) {
    const auto body =
        inside({"i", "going", "v"}, collects ? names{"goes", "w", "w"} : names{"goes", "w"},
               {node("Mul", {"v", "half"}, {"w"}), node("Greater", {"w", "limit"}, {"goes"})});
    graph::model made =
        network({{"x", {}}}, collects ? names{"y", "all"} : names{"y"},
                {node("Loop", {"most", "", "x"}, collects ? names{"y", "all"} : names{"y"},
                      {{"body", body}})});
    made.constants = {{"most", tensor(shape{}, std::vector<std::int64_t>{most})},
                      {"half", of({}, {0.5})},
                      {"limit", of({}, {1})}};
    return made;
}

TEST(InnerGraphs, ALoopEndsWhereItsValuesSaySo) {
    expect(graph::evaluate(halved(6, false), {{"x", of({}, {6})}}).at("y"), {}, {0.75});
    expect(graph::evaluate(halved(2, false), {{"x", of({}, {64})}}).at("y"), {}, {16});
    expect(graph::evaluate(halved(6, false), {{"x", of({}, {1})}}).at("y"), {}, {0.5});
    expect_computes_as_defined(halved(6, false));
    graph::model turned = halved(6, false); // what would follow is larger than 1 again
    turned.constants["half"] = of({}, {-0.5});
    expect(graph::evaluate(turned, {{"x", of({}, {6})}}).at("y"), {}, {-3});
}

TEST(InnerGraphs, ALoopWithoutABoundIsNotCompiled) {
    const auto at_6 = [](const graph::model &made, const std::string &output) {
        return graph::evaluate(made, {{"x", of({}, {6})}}).at(output);
    };
    expect(at_6(halved(std::int64_t{1} << 40, false), "y"), {}, {0.75});
    expect(at_6(halved(6, true), "all"), {3}, {3, 1.5, 0.75});
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { nn::network{halved(std::int64_t{1} << 40, false)}; },
        {"node \"Loop\" (Loop): whether it goes on after round 1 is not known while compiling, and "
         "its number of rounds is no constant of at most 1024"}));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { nn::network{halved(6, true)}; },
        {"after round 1 is not known while compiling: neither is how long its output 2 is"}));
}

TEST(InnerGraphs, ALoopOfNoRoundsCollectsRowsOfTheTypeThatARoundWouldMake) {
    const auto found = graph::evaluate(halved(0, true), {{"x", of({}, {6})}});
    expect(found.at("y"), {}, {6});
    expect(found.at("all"), {0}, {});
    expect_computes_as_defined(halved(0, true));
}

/// y = If(c) { then_node } else { -x }, of x [3].
graph::model branches(const graph::node_pointer &then_node) {
    graph::model made =
        network({{"x", {3}}}, {"y"},
                {node("If", {"c"}, {"y"},
                      {{"then_branch", inside({}, {"a"}, {then_node})},
                       {"else_branch", inside({}, {"b"}, {node("Neg", {"x"}, {"b"})})}})});
    made.inputs.push_back({"c", p_boolean, {}});
    made.constants = {{"sizes", of({2}, {2, 3}, p_int64)}};
    return made;
}

TEST(InnerGraphs, ABranchThatIsWrongMayBeLeft) {
    const graph::model made = branches(node("Reshape", {"x", "sizes"}, {"a"}));
    const tensor x = of({3}, {1, 2, 3});
    expect(graph::evaluate(made, {{"x", x}, {"c", of({}, {0}, p_boolean)}}).at("y"), {3},
           {-1, -2, -3});
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            graph::evaluate(made, {{"x", x}, {"c", of({}, {1}, p_boolean)}});
        },
        {"node \"Reshape\" (Reshape): makes 2x3 of 3"}));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { nn::network{made}; },
        {"node \"If\" (If): its then_branch: node \"Reshape\" (Reshape): makes 2x3 of 3",
         "and which is taken is not known while compiling"}));
}

/// What the compiled network makes of 1, 2, 4 and further inputs.
tensor compiled_y(const graph::model &made, std::map<std::string, tensor> inputs) {
    inputs["x"] = of({3}, {1, 2, 4});
    return nn::network{made}.run(inputs).at("y");
}

/// Branches of the same condition, each of which is computed whether it is taken or not.
TEST(InnerGraphs, APlaceOutsideIsNoErrorInABranchThatIsNotTaken) {
    const tensor far = of({3}, {0, 1, 9}, p_int64), near = of({3}, {2, 2, 0}, p_int64),
                 yes = of({}, {1}, p_boolean), no = of({}, {0}, p_boolean);
    for (const char *const op : {"Gather", "GatherElements", "GatherND"}) {
        SCOPED_TRACE(op);
        const bool has_rows = std::string(op) == "GatherND";
        graph::model made = branches(node(op, {"x", "at"}, {"a"}));
        made.inputs.push_back({"at", p_int64, {{3, ""}}});
        if (has_rows) { // places of one number each
            made.inputs.back().extents.push_back({1, ""});
        }
        const auto at = [&](const tensor &places) {
            return has_rows ? places.reshaped({3, 1}) : places;
        };
        expect(compiled_y(made, {{"c", no}, {"at", at(far)}}), {3}, {-1, -2, -4});
        expect(compiled_y(made, {{"c", yes}, {"at", at(near)}}), {3}, {4, 4, 1});
        EXPECT_TRUE(throws<error>(
            [&] {
                compiled_y(made, {{"c", yes}, {"at", at(far)}});
            },
            {"element 2 is 9, must be from -3 to 2"}));
    }
}

TEST(InnerGraphs, APlaceOutsideIsNoErrorWhereAnOuterBranchIsNotTaken) {
    const auto inner = inside({}, {"a"}, {node("Gather", {"x", "at"}, {"a"})}),
               other = inside({}, {"b"}, {node("Neg", {"x"}, {"b"})});
    graph::model made =
        branches(node("If", {"d"}, {"a"}, {{"then_branch", inner}, {"else_branch", other}}));
    made.inputs.push_back({"d", p_boolean, {}});
    made.inputs.push_back({"at", p_int64, {{3, ""}}});
    for (const bool outer : {false, true}) {
        for (const bool nested : {false, true}) {
            const auto found = [&] {
                return compiled_y(made, {{"c", of({}, {outer ? 1.0 : 0.0}, p_boolean)},
                                         {"d", of({}, {nested ? 1.0 : 0.0}, p_boolean)},
                                         {"at", of({3}, {0, 1, 9}, p_int64)}});
            };
            if (outer && nested) {
                EXPECT_TRUE(throws<error>(found, {"element 2 is 9"}));
            } else {
                expect(found(), {3}, {-1, -2, -4});
            }
        }
    }
}

/// Sums x[first], x[first + 1], ... while there are such: the compiled network computes all rounds
/// that there may be.
TEST(InnerGraphs, APlaceOutsideIsNoErrorInARoundThatIsNotTaken) {
    const auto body =
        inside({"i", "going", "sum", "at"}, {"goes", "more", "next"},
               {node("Gather", {"x", "at"}, {"one"}), node("Add", {"sum", "one"}, {"more"}),
                node("Add", {"at", "1"}, {"next"}), node("Less", {"next", "3"}, {"goes"})});
    graph::model made = network(
        {{"x", {3}}}, {"y"},
        {node("Loop", {"most", "going", "start", "first"}, {"y", "end"}, {{"body", body}})});
    made.inputs.push_back({"first", p_int64, {}});
    made.constants = {{"most", of({}, {4}, p_int64)},
                      {"1", of({}, {1}, p_int64)},
                      {"3", of({}, {3}, p_int64)},
                      {"start", of({}, {8})},
                      {"going", of({}, {1}, p_boolean)}};
    expect(compiled_y(made, {{"first", of({}, {1}, p_int64)}}), {}, {14});
    expect(compiled_y(made, {{"first", of({}, {2}, p_int64)}}), {}, {12});
    EXPECT_TRUE(throws<error>(
        [&] {
            compiled_y(made, {{"first", of({}, {3}, p_int64)}});
        },
        {"element 0 is 3, must be from -3 to 2"}));
}

TEST(InnerGraphs, BranchesMayDifferInALaterOutput) {
    graph::model made = network(
        {{"x", {2}}}, {"a", "b", "d"},
        {node("If", {"c"}, {"a", "b"},
              {{"then_branch",
                inside({}, {"p", "q"},
                       {node("Identity", {"x"}, {"p"}),
                        node("Concat", {"x", "x"}, {"q"}, {{"axis", std::int64_t{0}}})})},
               {"else_branch",
                inside({}, {"r", "s"}, {node("Neg", {"x"}, {"r"}), node("Neg", {"x"}, {"s"})})}}),
         node("Abs", {"a"}, {"d"})});
    made.inputs.push_back({"c", p_boolean, {}});
    const auto found = [&](double condition) {
        return graph::evaluate(made,
                               {{"x", of({2}, {1, 2})}, {"c", of({}, {condition}, p_boolean)}});
    };
    expect(found(1).at("b"), {4}, {1, 2, 1, 2});
    expect(found(1).at("d"), {2}, {1, 2});
    expect(found(0).at("a"), {2}, {-1, -2});
    expect(found(0).at("b"), {2}, {-1, -2});
    made.outputs.erase(made.outputs.begin() + 1); // nothing reads what differs
    expect(found(0).at("d"), {2}, {1, 2});
}

/// Sums x[0], x[1], ... while there are such.
TEST(InnerGraphs, RoundsBehindTheLastOneMayBeWrong) {
    const auto body =
        inside({"i", "going", "sum"}, {"goes", "more"},
               {node("Gather", {"x", "i"}, {"one"}), node("Add", {"sum", "one"}, {"more"}),
                node("Add", {"i", "1"}, {"next"}), node("Less", {"next", "3"}, {"goes"})});
    graph::model made =
        network({{"x", {3}}, {"start", {}}}, {"y"},
                {node("Loop", {"most", "going", "start"}, {"y"}, {{"body", body}})});
    made.inputs.push_back({"going", p_boolean, {}});
    made.constants = {
        {"most", of({}, {10}, p_int64)}, {"1", of({}, {1}, p_int64)}, {"3", of({}, {3}, p_int64)}};
    expect(graph::evaluate(made, {{"x", of({3}, {1, 2, 4})},
                                  {"start", of({}, {8})},
                                  {"going", of({}, {1}, p_boolean)}})
               .at("y"),
           {}, {15});
}

TEST(Sequences, TakeTensorsBeforeAPlaceFromTheirEnd) {
    for (const auto &[place, values] : std::map<double, numbers>{
             {-1, {1, 3, 2}}, {-2, {3, 1, 2}}, {0, {3, 1, 2}}, {2, {1, 2, 3}}}) {
        graph::model net =
            network({{"x", {1}}, {"w", {1}}, {"v", {1}}}, {"y"},
                    {node("SequenceConstruct", {"x", "w"}, {"s"}),
                     node("SequenceInsert", {"s", "v", "place"}, {"r"}),
                     node("ConcatFromSequence", {"r"}, {"y"}, {{"axis", std::int64_t{0}}})});
        net.constants = {{"place", of({}, {place}, p_int64)}};
        const auto found =
            graph::evaluate(net, {{"x", of({1}, {1})}, {"w", of({1}, {2})}, {"v", of({1}, {3})}});
        expect(found.at("y"), {3}, values);
    }
}

/// Of x, what is larger than each round's number.
TEST(Sequences, MayBeMadeByALoopThatValuesDecide) {
    const auto body = inside({"i", "going", "s"}, {"goes", "more"},
                             {node("Identity", {"going"}, {"goes"}),
                              node("Cast", {"i"}, {"limit"}, {{"to", std::int64_t{1}}}),
                              node("Greater", {"x", "limit"}, {"is_larger"}),
                              node("Compress", {"x", "is_larger"}, {"some"}),
                              node("SequenceInsert", {"s", "some"}, {"more"})});
    graph::model net =
        network({{"x", {3}}}, {"y"},
                {node("SequenceEmpty", {}, {"none"}),
                 node("Loop", {"rounds", "", "none"}, {"all"}, {{"body", body}}),
                 node("ConcatFromSequence", {"all"}, {"y"}, {{"axis", std::int64_t{0}}})});
    net.constants = {{"rounds", of({}, {3}, p_int64)}};
    expect(graph::evaluate(net, {{"x", of({3}, {1, 2, 3})}}).at("y"), {6}, {1, 2, 3, 2, 3, 3});
}

TEST(Sequences, MayBeMadeByEitherBranch) {
    graph::model net = network(
        {{"x", {2}}}, {"y"},
        {node("If", {"c"}, {"s"},
              {{"then_branch",
                inside({}, {"two"}, {node("SequenceConstruct", {"x", "x"}, {"two"})})},
               {"else_branch", inside({}, {"one"}, {node("SequenceConstruct", {"x"}, {"one"})})}}),
         node("ConcatFromSequence", {"s"}, {"y"}, {{"axis", std::int64_t{0}}})});
    net.inputs.push_back({"c", p_boolean, {}});
    const auto found = [&](double condition) {
        return graph::evaluate(net, {{"x", of({2}, {1, 2})}, {"c", of({}, {condition}, p_boolean)}})
            .at("y");
    };
    expect(found(1), {4}, {1, 2, 1, 2});
    expect(found(0), {2}, {1, 2});
}

TEST(Sequences, HoldTensorsThatAreKnownWhileCompiling) {
    graph::model net = network(
        {{"x", {3, 2}}}, {"joined", "stacked", "count"},
        {node("SplitToSequence", {"x"}, {"rows"}, {{"keepdims", std::int64_t{0}}}),
         node("Identity", {"rows"}, {"same"}), node("SequenceAt", {"same", "last"}, {"row"}),
         node("SequenceEmpty", {}, {"none"}), node("SequenceInsert", {"none", "row"}, {"one"}),
         node("SequenceInsert", {"one", "x0", "first"}, {"two"}),
         node("ReduceSum", {"x", "first"}, {"x0"}, {{"keepdims", std::int64_t{0}}}),
         node("ConcatFromSequence", {"two"}, {"joined"}, {{"axis", std::int64_t{0}}}),
         node("ConcatFromSequence", {"two"}, {"stacked"},
              {{"axis", std::int64_t{1}}, {"new_axis", std::int64_t{1}}}),
         node("SequenceErase", {"rows", "last"}, {"fewer"}),
         node("SequenceLength", {"fewer"}, {"count"})});
    net.constants = {{"last", of({}, {-1}, p_int64)}, {"first", of({1}, {0}, p_int64)}};
    const auto found = graph::evaluate(net, {{"x", of({3, 2}, {1, 2, 3, 4, 5, 6})}});
    expect(found.at("joined"), {4}, {9, 12, 5, 6});
    expect(found.at("stacked"), {2, 2}, {9, 5, 12, 6});
    expect(found.at("count"), {}, {2});
}

TEST(Sequences, AreNoTensors) {
    const auto refused = [](const std::vector<graph::node_pointer> &nodes, const names &outputs,
                            const std::string &text) {
        graph::model net = network({{"x", {3, 2}}}, outputs, nodes);
        net.constants["far"] = of({}, {3}, p_int64);
        return throws<unsupported_error>(
            [&] {
                graph::evaluate(net, {{"x", of({3, 2}, {1, 2, 3, 4, 5, 6})}});
            },
            {text});
    };
    const auto rows = node("SplitToSequence", {"x"}, {"rows"});
    EXPECT_TRUE(refused({rows, node("Relu", {"rows"}, {"y"})}, {"y"},
                        "node \"Relu\" (Relu): input \"rows\" is a sequence, must be a tensor"));
    EXPECT_TRUE(refused({rows, node("SequenceAt", {"rows", "far"}, {"y"})}, {"y"},
                        "the place is 3 in a sequence of 3"));
    EXPECT_TRUE(refused({node("SequenceLength", {"x"}, {"y"})}, {"y"},
                        "input is float32 3x2, must be a sequence"));
    EXPECT_TRUE(refused({node("SequenceLength", {}, {"y"})}, {"y"},
                        "node \"SequenceLength\" (SequenceLength): input 1 is missing"));
    EXPECT_TRUE(
        refused({node("SequenceConstruct", {"x", ""}, {"s"}), node("SequenceLength", {"s"}, {"y"})},
                {"y"}, "input 2 is missing"));
    EXPECT_TRUE(refused({rows}, {"rows"},
                        "output \"rows\": is a sequence; make outputs of the tensors in it"));
}

} // namespace
} // namespace tiramisu::testing
