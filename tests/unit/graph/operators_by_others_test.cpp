#include <cmath>
#include <limits>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"

// Operators that are others put together, choices, and elements of any type, against values that
// were computed by hand.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using oracle::throws;
using attributes = network_builder::attributes;
using integers = std::vector<std::int64_t>;
using numbers = std::vector<double>;

tensor of(primitive_t type, const shape &extents, const numbers &values) {
    return graph::tensor_of({type, extents}, values);
}

tensor row(const numbers &values) {
    return of(p_float32, {static_cast<std::int64_t>(values.size())}, values);
}

tensor whole(const integers &values) {
    return {shape{static_cast<std::int64_t>(values.size())}, values};
}

/// Output `output` of one node: of the first tensor, and of constants.
tensor evaluated(const std::string &op, const std::vector<tensor> &inputs,
                 const attributes &with = {}, int opset = 17, std::size_t outputs = 1,
                 std::size_t output = 0) {
    graph::model made;
    made.name = "one";
    made.opset = opset;
    graph::node one{"one", op, {}, {}, with};
    for (std::size_t i = 0; i < inputs.size(); i++) {
        const std::string name = "x" + std::to_string(i);
        one.inputs.push_back(name);
        if (i > 0) {
            made.constants[name] = inputs[i];
        }
    }
    for (std::size_t i = 0; i < outputs; i++) {
        one.outputs.push_back("y" + std::to_string(i));
    }
    graph::value_declaration x{"x0", inputs[0].elements(), {}};
    for (const std::int64_t size : inputs[0].extents()) {
        x.extents.push_back({size, ""});
    }
    const std::string y = one.outputs[output];
    made.inputs = {x};
    made.outputs = {{y, p_float32, {}, false}};
    made.nodes = {std::make_shared<const graph::node>(one)};
    return graph::evaluate(made, {{"x0", inputs[0]}}).at(y);
}

void expect(const tensor &found, const shape &extents, const numbers &values) {
    EXPECT_EQ(found.extents(), extents);
    EXPECT_THAT(graph::reals_of(found), ::testing::Pointwise(::testing::DoubleNear(1e-5), values));
}

TEST(OperatorsByOthers, IntegersAndBooleans) {
    const tensor x = of(p_int64, {4}, {-7, 7, -3, 5});
    expect(evaluated("Div", {x, of(p_int64, {1}, {2})}), {4}, {-3, 3, -1, 2});
    expect(evaluated("Mod", {x, of(p_int64, {1}, {3})}), {4}, {2, 1, 0, 2});
    expect(evaluated("Mod", {x, of(p_int64, {1}, {3})}, {{"fmod", std::int64_t{1}}}), {4},
           {-1, 1, 0, 2});
    const tensor is_less = evaluated("Less", {x, of(p_int64, {1}, {0})});
    EXPECT_EQ(is_less.elements(), p_boolean);
    expect(is_less, {4}, {1, 0, 1, 0});
    expect(evaluated("Where", {is_less, row({1}), row({2})}), {4}, {1, 2, 1, 2});
    const tensor cast = evaluated("Cast", {row({-1.5, 2.7, 0})}, {{"to", std::int64_t{6}}});
    EXPECT_EQ(cast.elements(), p_int32);
    expect(cast, {3}, {-1, 2, 0});
    expect(evaluated("Pow", {row({-2, 3}), row({3})}), {2}, {-8, 27});
    // By more than the width, or by less than 0: only the sign is left.
    const std::vector<tensor> shifts = {of(p_int32, {3}, {-8, 4, 4}),
                                        of(p_int32, {3}, {-1, 32, 1})};
    expect(evaluated("BitShift", shifts, {{"direction", std::string("RIGHT")}}), {3}, {-1, 0, 2});
    expect(evaluated("BitShift", shifts, {{"direction", std::string("LEFT")}}), {3}, {0, 0, 8});
}

TEST(OperatorsByOthers, ChoicesAlongAnAxis) {
    const tensor x = of(p_float32, {2, 3}, {1, 5, 5, 4, 0, 2});
    expect(evaluated("ArgMax", {x}, {{"axis", std::int64_t{1}}}), {2, 1}, {1, 0});
    expect(evaluated("ArgMax", {x},
                     {{"axis", std::int64_t{1}},
                      {"keepdims", std::int64_t{0}},
                      {"select_last_index", std::int64_t{1}}}),
           {2}, {2, 0});
    expect(evaluated("ArgMin", {x}, {{"axis", std::int64_t{0}}}), {1, 3}, {0, 1, 1});
    expect(evaluated("TopK", {x, whole({2})}, {}, 17, 2, 0), {2, 2}, {5, 5, 4, 2});
    expect(evaluated("TopK", {x, whole({2})}, {}, 17, 2, 1), {2, 2}, {1, 2, 0, 2});
    expect(evaluated("CumSum", {x, whole({1})}), {2, 3}, {1, 6, 11, 4, 4, 6});
    expect(evaluated("CumSum", {x, whole({1})},
                     {{"exclusive", std::int64_t{1}}, {"reverse", std::int64_t{1}}}),
           {2, 3}, {10, 5, 0, 2, 2, 0});
    expect(evaluated("Hardmax", {x}), {2, 3}, {0, 1, 0, 1, 0, 0});
}

TEST(OperatorsByOthers, PlacesThatTensorsName) {
    const tensor x = of(p_float32, {2, 3}, {1, 2, 3, 4, 5, 6});
    expect(evaluated("Gather", {x, whole({-1, 0})}, {{"axis", std::int64_t{1}}}), {2, 2},
           {3, 1, 6, 4});
    expect(
        evaluated("GatherElements", {x, of(p_int64, {2, 1}, {2, 0})}, {{"axis", std::int64_t{1}}}),
        {2, 1}, {3, 4});
    expect(evaluated("GatherND", {x, of(p_int64, {2, 2}, {0, 1, 1, 2})}), {2}, {2, 6});
    expect(evaluated("ScatterND", {x, of(p_int64, {1, 1}, {1}), of(p_float32, {1, 3}, {7, 8, 9})}),
           {2, 3}, {1, 2, 3, 7, 8, 9});
    expect(evaluated("ScatterElements",
                     {x, of(p_int64, {1, 2}, {1, -1}), of(p_float32, {1, 2}, {10, 20})},
                     {{"axis", std::int64_t{1}}, {"reduction", std::string("add")}}),
           {2, 3}, {1, 12, 23, 4, 5, 6});
}

TEST(OperatorsByOthers, OtherOrdersOfElements) {
    const tensor x = of(p_float32, {1, 4, 1, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
    expect(evaluated("DepthToSpace", {x}, {{"blocksize", std::int64_t{2}}}), {1, 1, 2, 4},
           {0, 2, 1, 3, 4, 6, 5, 7});
    expect(evaluated("SpaceToDepth", {of(p_float32, {1, 1, 2, 2}, {0, 1, 2, 3})},
                     {{"blocksize", std::int64_t{2}}}),
           {1, 4, 1, 1}, {0, 1, 2, 3});
    expect(evaluated("Tile", {row({1, 2}), whole({2})}), {4}, {1, 2, 1, 2});
    expect(evaluated("Expand", {of(p_float32, {2, 1}, {1, 2}), whole({2, 2})}), {2, 2},
           {1, 1, 2, 2});
    expect(evaluated("Pad", {row({1, 2, 3}), whole({2, 1})}, {{"mode", std::string("reflect")}}),
           {6}, {3, 2, 1, 2, 3, 2});
    expect(evaluated("Trilu", {of(p_float32, {2, 2}, {1, 2, 3, 4})}), {2, 2}, {1, 2, 0, 4});
    expect(evaluated("Split", {row({1, 2, 3, 4, 5})}, {}, 17, 2, 1), {2}, {4, 5});
    expect(evaluated("OneHot", {whole({1, -1}), whole({3}), row({0, 5})}), {2, 3},
           {0, 5, 0, 0, 0, 5});
}

TEST(OperatorsByOthers, Normalizations) {
    const tensor x = of(p_float32, {1, 2, 2}, {1, 3, 2, 6});
    expect(evaluated("LayerNormalization", {x, row({1, 2}), row({0, 1})}, {{"epsilon", 0.0f}}),
           {1, 2, 2}, {-1, 3, -1, 3});
    expect(evaluated("InstanceNormalization", {x, row({1, 2}), row({0, 1})}, {{"epsilon", 0.0f}}),
           {1, 2, 2}, {-1, 1, -1, 3});
    expect(evaluated("RMSNormalization", {of(p_float32, {1, 2}, {3, 4}), row({1, 2})},
                     {{"epsilon", 0.0f}}, 23),
           {1, 2}, {3 / std::sqrt(12.5), 8 / std::sqrt(12.5)});
    expect(evaluated("LogSoftmax", {of(p_float32, {1, 2}, {0, std::log(3)})}), {1, 2},
           {std::log(0.25), std::log(0.75)});
    expect(evaluated("ReduceL2", {of(p_float32, {1, 2}, {3, 4})}, {{"axes", integers{1}}}), {1, 1},
           {5});
}

TEST(OperatorsByOthers, ResizeAndConvTranspose) {
    const tensor x = of(p_float32, {1, 1, 1, 2}, {0, 4});
    const tensor none = row({}), scales = row({1, 1, 1, 2});
    expect(evaluated("Resize", {x, none, scales}), {1, 1, 1, 4}, {0, 0, 4, 4});
    expect(evaluated("Resize", {x, none, scales}, {{"mode", std::string("linear")}}), {1, 1, 1, 4},
           {0, 1, 3, 4});
    // 17 / 1.7f is 10 as float, and less than that as double.
    numbers counted(12);
    std::iota(counted.begin(), counted.end(), 0);
    const tensor stretched =
        evaluated("Resize", {of(p_float32, {12}, counted), none, row({1.7})},
                  {{"coordinate_transformation_mode", std::string("asymmetric")},
                   {"nearest_mode", std::string("floor")}});
    expect(stretched, {20}, {0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 7, 7, 8, 8, 9, 10, 10, 11});
    const tensor w = of(p_float32, {1, 1, 1, 3}, {1, 10, 100});
    expect(evaluated("ConvTranspose", {of(p_float32, {1, 1, 1, 2}, {1, 2}), w},
                     {{"strides", integers{1, 2}}}),
           {1, 1, 1, 5}, {1, 10, 102, 20, 200});
    expect(evaluated("ConvTranspose", {of(p_float32, {1, 1, 1, 2}, {1, 2}), w},
                     {{"strides", integers{1, 2}},
                      {"pads", integers{0, 1, 0, 1}},
                      {"output_padding", integers{0, 1}}}),
           {1, 1, 1, 4}, {10, 102, 20, 200});
}

TEST(OperatorsByOthers, QuantizedNumbers) {
    expect(evaluated("QuantizeLinear",
                     {row({-300, 0.5, 3, 1000}), row({2}).reshaped({}), of(p_uint8, {}, {128})}),
           {4}, {0, 128, 130, 255});
    expect(evaluated("DequantizeLinear",
                     {of(p_uint8, {2}, {0, 130}), row({2}).reshaped({}), of(p_uint8, {}, {128})}),
           {2}, {-256, 4});
    const tensor product =
        evaluated("MatMulInteger", {of(p_uint8, {1, 2}, {3, 255}), of(p_uint8, {2, 1}, {2, 255}),
                                    of(p_uint8, {}, {1})});
    EXPECT_EQ(product.elements(), p_int32);
    expect(product, {1, 1}, {2 * 2 + 254 * 255});
}

TEST(OperatorsByOthers, EinsumIsProductsAndSums) {
    const tensor x = of(p_float32, {2, 2}, {1, 2, 3, 4});
    expect(evaluated("Einsum", {x, x}, {{"equation", std::string("ij,jk->ik")}}), {2, 2},
           {7, 10, 15, 22});
    expect(evaluated("Einsum", {x}, {{"equation", std::string("ii")}}), {}, {5});
    expect(evaluated("Einsum", {x, x}, {{"equation", std::string("...i,...i->...")}}), {2},
           {5, 25});
}

/// One unit, weights of 1, one sequence of two steps.
TEST(OperatorsByOthers, RecurrentStepsFollowOneAnother) {
    const tensor x = of(p_float32, {2, 1, 1}, {0.5, 1}), w = of(p_float32, {1, 1, 1}, {1});
    const double first = std::tanh(0.5), second = std::tanh(1 + first);
    expect(evaluated("RNN", {x, w, w}, {{"hidden_size", std::int64_t{1}}}, 17, 2, 0), {2, 1, 1, 1},
           {first, second});
    expect(evaluated("RNN", {x, w, w},
                     {{"hidden_size", std::int64_t{1}}, {"direction", std::string("reverse")}}, 17,
                     2, 1),
           {1, 1, 1}, {std::tanh(0.5 + std::tanh(1))});
    const tensor four = of(p_float32, {1, 4, 1}, {1, 1, 1, 1});
    const auto gate = [](double v) { return 1 / (1 + std::exp(-v)); };
    const double c1 = gate(0.5) * std::tanh(0.5), h1 = gate(0.5) * std::tanh(c1);
    const double c2 = gate(1 + h1) * c1 + gate(1 + h1) * std::tanh(1 + h1);
    expect(evaluated("LSTM", {x, four, four}, {{"hidden_size", std::int64_t{1}}}, 17, 3, 2),
           {1, 1, 1}, {c2});
}

TEST(OperatorsByOthers, BranchesAndLoops) {
    const auto inner = [](const std::string &op, const std::vector<std::string> &inputs,
                          const std::string &output) {
        graph::model made;
        made.nodes = {
            std::make_shared<const graph::node>(graph::node{"inner", op, inputs, {output}, {}})};
        made.outputs = {{output, p_float32, {}, false}};
        return std::make_shared<const graph::model>(made);
    };
    graph::model net;
    net.name = "branches";
    net.opset = 17;
    net.inputs = {{"which", p_boolean, {}}, {"x", p_float32, {{2, ""}}}};
    net.outputs = {{"y", p_float32, {}, false}};
    net.nodes = {std::make_shared<const graph::node>(graph::node{
        "choose",
        "If",
        {"which"},
        {"y"},
        {{"then_branch", inner("Neg", {"x"}, "a")}, {"else_branch", inner("Exp", {"x"}, "b")}}})};
    const tensor x = row({1, 0});
    const auto chosen = [&](double which) {
        return graph::evaluate(net, {{"which", of(p_boolean, {}, {which})}, {"x", x}}).at("y");
    };
    expect(chosen(1), {2}, {-1, 0});
    expect(chosen(0), {2}, {std::exp(1), 1});
    const graph::model known = net.with_values({{"which", of(p_boolean, {}, {1})}});
    expect(graph::evaluate(known, {{"x", x}}).at("y"), {2}, {-1, 0});

    graph::model body;
    body.inputs = {{"i", p_int64, {}}, {"on", p_boolean, {}}, {"v", p_float32, {}}};
    body.nodes = {
        std::make_shared<const graph::node>(graph::node{"add", "Add", {"v", "x"}, {"w"}, {}}),
        std::make_shared<const graph::node>(graph::node{"on", "Identity", {"on"}, {"still"}, {}})};
    body.outputs = {{"still", p_boolean, {}}, {"w", p_float32, {}}, {"w", p_float32, {}}};
    net.nodes = {std::make_shared<const graph::node>(
        graph::node{"rounds",
                    "Loop",
                    {"count", "", "x"},
                    {"last", "y"},
                    {{"body", std::make_shared<const graph::model>(body)}}})};
    net.inputs.erase(net.inputs.begin());
    net.constants["count"] = of(p_int64, {}, {3});
    expect(graph::evaluate(net, {{"x", x}}).at("y"), {3, 2}, {2, 0, 3, 0, 4, 0});
}

/// 2^53 + 1 is no float of 64 bits.
TEST(OperatorsByOthers, IntegersOf64BitsAreExact) {
    constexpr std::int64_t large = (std::int64_t{1} << 53) + 1;
    const auto one = [](std::int64_t value) {
        return tensor(shape{}, std::vector<std::int64_t>{value});
    };
    EXPECT_EQ((integers{large, large + 1, large + 2}),
              evaluated("Range", {one(large), one(large + 3), one(1)}).integers());
    EXPECT_EQ(
        (integers{large + 2, large}),
        evaluated("TopK", {whole({large, large + 2, 5}), whole({2})}, {}, 17, 2, 0).integers());
    EXPECT_EQ(integers{large + 2}, evaluated("ReduceMax", {whole({large, large + 2})}).integers());
    EXPECT_EQ((integers{1, large + 1}),
              evaluated("CumSum", {whole({1, large}), whole({0})}).integers());
}

TEST(OperatorsByOthers, OneHotHasADepth) {
    for (const double depth : {0.0, -1.0, 1e12}) {
        EXPECT_TRUE(throws<unsupported_error>(
            [&] {
                evaluated("OneHot", {whole({0, 1}), of(p_int64, {}, {depth}), row({0, 1})});
            },
            {"node \"one\" (OneHot): the depth is int64 scalar of ",
             "must be one number from 1 to"}));
    }
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            evaluated("OneHot", {whole({0, 1}), of(p_int64, {}, {3}), row({0, 1, 2})});
        },
        {"the values are float32 3, must be two"}));
}

TEST(OperatorsByOthers, RefusalsNameTheNode) {
    network_builder made("refused");
    const std::string x = made.input("x", {2});
    const std::string places = made.node("Cast", {x}, {{"to", std::int64_t{7}}}, "whole");
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            nn::network{made.with_output(made.node("ConstantOfShape", {places}, {}, "filled"))};
        },
        {"node \"filled\" (ConstantOfShape): the shape (input 1) is not known while compiling"}));
}

/// The same bounds and text as those of other windows.
TEST(OperatorsByOthers, NumbersOfTransposedWindowsAreChecked) {
    const tensor x = of(p_float32, {1, 1, 1, 2}, {1, 2}), w = of(p_float32, {1, 1, 1, 1}, {1});
    const auto refused = [&](const std::string &name, const integers &values,
                             const std::string &reason) {
        return throws<unsupported_error>(
            [&] {
                evaluated("ConvTranspose", {x, w}, {{name, values}});
            },
            {"node \"one\" (ConvTranspose): attribute " + name + reason});
    };
    EXPECT_TRUE(refused("strides", {1}, " has 1 numbers, must have 2"));
    EXPECT_TRUE(refused("pads", {0, 0, 0, -1}, " has the number -1, must be from 0 to 1048576"));
}

/// Also where it is the form that is kept which makes the size, and where no integer holds it.
TEST(OperatorsByOthers, SizesOfResizedImagesAreChecked) {
    const tensor x = of(p_float32, {1, 1, 1, 64}, numbers(64, 1)), none = row({});
    const auto refused = [&](const std::vector<tensor> &inputs, const attributes &with,
                             const std::string &reason) {
        return throws<unsupported_error>([&] { evaluated("Resize", inputs, with); },
                                         {"node \"one\" (Resize): " + reason});
    };
    EXPECT_TRUE(refused({x, none, row({1, 1, 1, 2e30F})}, {},
                        "makes 1.28e+32 of 64, must make 1 to 4194304"));
    EXPECT_TRUE(refused({x, none, row({1, 1, 1, NAN})}, {}, "makes nan of 64, must make"));
    EXPECT_TRUE(refused({x, none, none, whole({1, 1, 1 << 20, 64})},
                        {{"keep_aspect_ratio_policy", std::string("not_smaller")}},
                        "makes 6.71089e+07 of 64, must make 1 to 4194304"));
    EXPECT_TRUE(refused({of(p_float32, {1, 0}, {}), none, none, whole({1, 4})}, {},
                        "has no elements in dimension 2 to resize"));
}

/// The same values whether the places are constants, which is another way.
TEST(OperatorsByOthers, ScattersAtPlacesOfRunTime) {
    const auto network = [](const std::string &op, const tensor &data, const tensor &places,
                            const tensor &updates, const attributes &with) {
        network_builder made("scattered");
        const std::string x = made.constant(data), u = made.constant(updates),
                          at = made.input("at", places.extents(), p_int64);
        return made.with_output(made.node(op, {x, at, u}, with, "scatter"));
    };
    const auto scattered = [&](const std::string &op, const tensor &data, const tensor &places,
                               const tensor &updates, const attributes &with = {}) {
        return graph::evaluate(network(op, data, places, updates, with), {{"at", places}})
            .begin()
            ->second;
    };
    const tensor data = of(p_float32, {2, 3}, {1, 2, 3, 4, 5, 6});
    const tensor twice = of(p_int64, {2, 2}, {1, -1, 1, 2});
    expect(scattered("ScatterND", data, twice, row({10, 20})), {2, 3}, {1, 2, 3, 4, 5, 20});
    const attributes adds = {{"reduction", std::string("add")}};
    expect(scattered("ScatterND", data, twice, row({10, 20}), adds), {2, 3}, {1, 2, 3, 4, 5, 36});
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const tensor ends = of(p_int64, {2, 2}, {0, 0, 1, 2});
    expect(scattered("ScatterND", data, ends, row({infinite, 20}), adds), {2, 3},
           {infinite, 2, 3, 4, 5, 26});
    const tensor updates = of(p_float32, {1, 2}, {7, 8}), places = of(p_int64, {1, 2}, {-1, 0});
    expect(scattered("ScatterElements", data, places, updates), {2, 3}, {1, 8, 3, 7, 5, 6});
    const attributes multiplies = {{"reduction", std::string("mul")}};
    expect(scattered("ScatterND", data, ends, row({1, 2}), multiplies), {2, 3},
           {1, 2, 3, 4, 5, 12});
    // One that names no row is for nothing.
    const attributes largest = {{"reduction", std::string("max")}};
    const tensor beside = of(p_int64, {3, 1}, {1, 2, 0});
    expect(scattered("ScatterND", data, beside, of(p_float32, {3, 3}, {9, 0, 9, 7, 7, 7, 2, 2, 2}),
                     largest),
           {2, 3}, {2, 2, 3, 9, 5, 9});
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            const tensor marks = of(p_boolean, {2}, {0, 1}), one = of(p_int64, {1, 1}, {0});
            scattered("ScatterND", marks, one, of(p_boolean, {1}, {1}), largest);
        },
        {"node \"scatter\" (ScatterND): attribute reduction is \"max\", of booleans there is "
         "none"}));
}

TEST(OperatorsByOthers, SumsOfNothing) {
    network_builder made("nothing");
    const std::string none = made.node("Slice", {made.input("x", {2, 3}), made.numbers({3}),
                                                 made.numbers({3}), made.numbers({1})});
    const std::string sum = made.node("ReduceSum", {none, made.numbers({1})});
    const std::string product = made.node("ReduceProd", {none}, {{"axes", integers{1}}});
    const auto found = graph::evaluate(made.with_outputs({sum, product}),
                                       {{"x", of(p_float32, {2, 3}, {1, 2, 3, 4, 5, 6})}});
    expect(found.at(sum), {2, 1}, {0, 0});
    expect(found.at(product), {2, 1}, {1, 1});
}

/// What scikit-learn's converters put behind classifiers: a list of maps in ONNX, the table here.
TEST(OperatorsByOthers, ScoresOfNamedClassesStayATable) {
    const attributes names = {{"classlabels_int64s", integers{4, 7}}};
    expect(evaluated("ai.onnx.ml.ZipMap", {of(p_float32, {1, 2}, {0.25, 0.75})}, names), {1, 2},
           {0.25, 0.75});
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            evaluated("ai.onnx.ml.ZipMap", {row({1, 2, 3})}, names);
        },
        {"node \"one\" (ai.onnx.ml.ZipMap): has 2 labels for columns of float32 3"}));
}

TEST(OperatorsByOthers, GathersOfSlicesAtPlacesOfRunTime) {
    network_builder made("gathered");
    const std::string x = made.constant(of(p_float32, {2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}));
    const std::string at = made.input("at", {2, 1}, p_int64);
    const std::string rows = made.node("GatherND", {x, at});
    const std::string batches = made.node("GatherND", {x, at}, {{"batch_dims", std::int64_t{1}}});
    const auto found =
        graph::evaluate(made.with_outputs({rows, batches}), {{"at", of(p_int64, {2, 1}, {1, -2})}});
    expect(found.at(rows), {2, 2, 2}, {5, 6, 7, 8, 1, 2, 3, 4});
    expect(found.at(batches), {2, 2}, {3, 4, 5, 6});
}

TEST(OperatorsByOthers, SumsOverWindows) {
    const tensor x = of(p_float32, {1, 1, 4}, {3, -4, 0, 5});
    const attributes pairs = {{"kernel_shape", integers{2}}, {"strides", integers{2}}};
    expect(evaluated("LpPool", {x}, pairs, 18), {1, 1, 2}, {5, 5});
    attributes by_size = pairs;
    by_size["p"] = std::int64_t{1};
    by_size["pads"] = integers{1, 1};
    expect(evaluated("LpPool", {x}, by_size, 18), {1, 1, 3}, {3, 4, 5});
    expect(evaluated("GlobalLpPool", {x}, {{"p", std::int64_t{1}}}, 18), {1, 1, 1}, {12});
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            evaluated("GlobalLpPool", {x}, {{"p", std::int64_t{0}}}, 18);
        },
        {"node \"one\" (GlobalLpPool): attribute p is 0, must be at least 1"}));
}

/// Windows of two columns that overlap, and one column that none of them reaches.
TEST(OperatorsByOthers, WindowsBecomeAnImage) {
    const tensor columns = of(p_float32, {1, 2, 3}, {1, 2, 3, 10, 20, 30});
    const tensor image = whole({1, 4}), block = whole({1, 2});
    expect(evaluated("Col2Im", {columns, image, block}, {}, 18), {1, 1, 1, 4}, {1, 12, 23, 30});
    expect(evaluated("Col2Im", {columns, whole({1, 7}), block}, {{"strides", integers{1, 2}}}, 18),
           {1, 1, 1, 7}, {1, 10, 2, 20, 3, 30, 0});
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            evaluated("Col2Im", {columns, whole({1, 5}), block}, {}, 18);
        },
        {"node \"one\" (Col2Im): input has 3 windows, its image 1x5 has 4"}));
}

} // namespace
} // namespace tiramisu::testing
