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
