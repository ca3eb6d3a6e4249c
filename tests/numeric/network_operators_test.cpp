#include <limits>

#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"
#include "tiramisu/graph/network.h"

// Compiled networks of operators of all kinds, and of elements of all types, against the
// definitions.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using attributes = network_builder::attributes;
using integers = std::vector<std::int64_t>;

/// Of a node with inputs of these types, and constants behind them.
void expect_node(const std::string &op, const std::vector<graph::tensor_type> &inputs,
                 const std::vector<tensor> &constants = {}, const attributes &with = {},
                 std::size_t outputs = 1, int opset = 20) {
    network_builder made(op, opset);
    std::vector<std::string> names;
    for (const graph::tensor_type &one : inputs) {
        names.push_back(made.input("x" + std::to_string(names.size()), one.extents, one.elements));
    }
    for (const tensor &one : constants) {
        names.push_back(made.constant(one));
    }
    expect_computes_as_defined(made.with_outputs(made.node_of(outputs, op, names, with)));
}

graph::tensor_type floats(const shape &extents) {
    return {p_float32, extents};
}

graph::tensor_type wholes(const shape &extents, primitive_t type = p_int64) {
    return {type, extents};
}

tensor list(const integers &values) {
    return {shape{static_cast<std::int64_t>(values.size())}, values};
}

tensor number(float value) {
    return {shape{}, std::vector<float>{value}};
}

tensor weights(const shape &extents) {
    std::vector<float> values;
    for (std::int64_t i = 0; i < graph::count_of(extents); i++) {
        values.push_back(static_cast<float>(i * 5 % 13) / 10 - 0.6f);
    }
    return {extents, values};
}

TEST(NetworkOperators, FunctionsOfSingleElements) {
    for (const std::string &op :
         std::vector<std::string>{"Erf", "Gelu", "Selu", "Celu", "Softsign", "Mish", "Sign",
                                  "Round", "Floor", "Sin", "ThresholdedRelu", "Shrink"}) {
        expect_node(op, {floats({3, 21})});
    }
    expect_node("Pow", {floats({2, 9})}, {number(2)});
    expect_node("Mod", {floats({2, 9})}, {number(0.3f)}, {{"fmod", std::int64_t{1}}});
}

TEST(NetworkOperators, IntegersAndBooleans) {
    expect_node("Add", {wholes({2, 5}), wholes({5})});
    expect_node("Div", {wholes({7})}, {list({2})});
    expect_node("BitShift", {wholes({4}, p_uint8), wholes({4}, p_uint8)}, {},
                {{"direction", std::string("LEFT")}});
    expect_node("BitwiseXor", {wholes({5}, p_int32), wholes({5}, p_int32)});
    expect_node("Equal", {wholes({2, 5}), wholes({5})});
    expect_node("Not", {wholes({9}, p_boolean)});
    expect_node("Where", {wholes({4, 1}, p_boolean), floats({4, 5}), floats({5})});
    expect_node("Cast", {wholes({6}, p_int32)}, {}, {{"to", std::int64_t{1}}});
    expect_node("Cast", {floats({6})}, {}, {{"to", std::int64_t{9}}});
    expect_node("ReduceSum", {wholes({3, 4})}, {list({1})});
    expect_node("MatMul", {wholes({3, 4}, p_int32), wholes({4, 5}, p_int32)});
    expect_node("Mul", {{p_float64, {3, 4}}, {p_float64, {4}}});
    expect_node("Concat", {wholes({2, 3}), wholes({2, 1})}, {}, {{"axis", std::int64_t{1}}});
}

TEST(NetworkOperators, PlacesThatAreKnownAtRunTime) {
    expect_node("Gather", {floats({3, 20}), wholes({2, 4})});
    expect_node("Gather", {floats({5, 3}), wholes({2}, p_int32)}, {}, {{"axis", std::int64_t{1}}});
    expect_node("GatherElements", {floats({3, 4}), wholes({2, 4})});
    expect_node("GatherND", {floats({3, 4})}, {tensor(shape{2, 2}, integers{0, 3, 2, 1})});
    expect_node("ScatterND", {floats({4, 3})}, {tensor(shape{1, 1}, integers{2}), weights({1, 3})});
    expect_node("OneHot", {wholes({5})}, {list({4}), weights({2})});
}

TEST(NetworkOperators, OrdersAlongAnAxis) {
    expect_node("ArgMax", {floats({3, 7})}, {}, {{"axis", std::int64_t{1}}});
    expect_node("ArgMin", {floats({3, 7, 2})}, {}, {{"axis", std::int64_t{1}}});
    expect_node("TopK", {floats({2, 9})}, {list({4})}, {}, 2);
    expect_node("CumSum", {floats({3, 6})}, {list({1})});
    expect_node("LogSoftmax", {floats({3, 6})});
    expect_node("Hardmax", {floats({3, 6})});
}

/// Others read at them.
TEST(NetworkOperators, PlacesOfTheFirstLieInsideWhateverTheElementsAre) {
    constexpr float infinity = std::numeric_limits<float>::infinity(),
                    none = std::numeric_limits<float>::quiet_NaN();
    network_builder made("TopK", 20);
    const std::string x = made.input("x", {4, 5}, p_float32), k = made.constant(list({5}));
    const graph::model model = made.with_outputs(made.node_of(2, "TopK", {x, k}, {}));
    const tensor rows(shape{4, 5},
                      std::vector<float>{1,         none,      2,         none, none,
                                         none,      none,      none,      none, none,
                                         -infinity, -infinity, 3,         1,    -infinity,
                                         infinity,  2,         -infinity, 7,    infinity});
    const auto results = nn::network(model).run({{"x", rows}});
    for (const auto &[name, result] : results) {
        if (result.elements() == p_int64) {
            for (std::int64_t at = 0; at < result.count(); ++at) {
                EXPECT_GE(result.data<std::int64_t>()[at], 0) << at;
                EXPECT_LT(result.data<std::int64_t>()[at], 5) << at;
            }
            const integers infinite(result.data<std::int64_t>() + 10,
                                    result.data<std::int64_t>() + 20);
            EXPECT_EQ((integers{2, 3, 0, 1, 4, 0, 4, 3, 1, 2}), infinite);
        }
    }
}

TEST(NetworkOperators, Movements) {
    expect_node("Expand", {floats({3, 1})}, {list({2, 3, 4})});
    expect_node("Tile", {floats({2, 3})}, {list({2, 2})});
    expect_node("Pad", {floats({3, 5})}, {list({1, 2, 0, 3})}, {{"mode", std::string("reflect")}});
    expect_node("Split", {floats({2, 7})}, {list({3, 4})}, {{"axis", std::int64_t{1}}}, 2);
    expect_node("DepthToSpace", {floats({1, 8, 2, 3})}, {}, {{"blocksize", std::int64_t{2}}});
    expect_node("Trilu", {floats({2, 4, 4})});
    expect_node("Resize", {floats({1, 2, 4, 5})},
                {weights({0}), tensor(shape{4}, std::vector<float>{1, 1, 2, 1.5f})},
                {{"mode", std::string("linear")}});
    expect_node("Resize", {floats({1, 2, 4, 5})},
                {weights({0}), tensor(shape{4}, std::vector<float>{1, 1, 2, 2})});
}

TEST(NetworkOperators, NormalizationsAndProducts) {
    expect_node("LayerNormalization", {floats({2, 5, 8})}, {weights({8}), weights({8})});
    expect_node("GroupNormalization", {floats({2, 4, 3, 3})}, {weights({2}), weights({2})},
                {{"num_groups", std::int64_t{2}}});
    expect_node("Einsum", {floats({2, 3, 4}), floats({2, 5, 4})}, {},
                {{"equation", std::string("bij,bkj->bik")}});
    expect_node("MatMulInteger", {wholes({3, 4}, p_uint8), wholes({4, 2}, p_uint8)});
    expect_node("DynamicQuantizeLinear", {floats({3, 4})}, {}, {}, 3);
}

TEST(NetworkOperators, AttentionAndSampledImages) {
    expect_node("Attention", {floats({1, 4, 3, 8}), floats({1, 2, 5, 8}), floats({1, 2, 5, 8})}, {},
                {{"is_causal", std::int64_t{1}}}, 1, 24);
    expect_node("Attention", {floats({2, 3, 8}), floats({2, 5, 8}), floats({2, 5, 8})},
                {weights({3, 5})},
                {{"q_num_heads", std::int64_t{2}}, {"kv_num_heads", std::int64_t{2}}}, 1, 24);
    expect_node("RotaryEmbedding", {floats({2, 3, 8})}, {weights({2, 3, 2}), weights({2, 3, 2})},
                {{"num_heads", std::int64_t{2}}}, 1, 24);
    for (const std::string &padding : std::vector<std::string>{"zeros", "reflection"}) {
        expect_node("GridSample", {floats({2, 3, 4, 5}), floats({2, 3, 3, 2})}, {},
                    {{"padding_mode", padding}});
    }
}

TEST(NetworkOperators, OtherConvolutionsAndPoolings) {
    expect_node("ConvTranspose", {floats({1, 4, 5, 6})}, {weights({4, 3, 3, 3}), weights({3})},
                {{"strides", integers{2, 2}},
                 {"pads", integers{1, 1, 1, 1}},
                 {"output_padding", integers{1, 1}}});
    expect_node("ConvTranspose", {floats({1, 4, 7})}, {weights({4, 2, 4})},
                {{"strides", integers{2}}, {"group", std::int64_t{2}}});
    expect_node("Conv", {floats({1, 2, 4, 5, 6})}, {weights({3, 2, 3, 3, 3}), weights({3})},
                {{"pads", integers{1, 1, 1, 1, 1, 1}}});
    expect_node("Conv", {floats({1, 2, 5, 6}), floats({3, 2, 3, 3})});
    expect_node("MaxPool", {floats({1, 2, 4, 5, 6})}, {}, {{"kernel_shape", integers{2, 2, 2}}});
    expect_node("AveragePool", {floats({1, 2, 4, 5, 6})}, {},
                {{"kernel_shape", integers{2, 3, 2}}, {"pads", integers{0, 1, 0, 0, 1, 0}}});
}

TEST(NetworkOperators, RecurrentOnes) {
    for (const std::string &way : std::vector<std::string>{"forward", "bidirectional"}) {
        const std::int64_t ways = way == "forward" ? 1 : 2;
        const attributes with = {{"hidden_size", std::int64_t{3}}, {"direction", way}};
        expect_node("LSTM", {floats({4, 2, 5})},
                    {weights({ways, 12, 5}), weights({ways, 12, 3}), weights({ways, 24})}, with, 3);
        expect_node("GRU", {floats({4, 1, 5})}, {weights({ways, 9, 5}), weights({ways, 9, 3})},
                    with, 2);
    }
}

/// Runs a node that picks from x [2, 3, 4] along its second dimension, at these places.
void run_gather(const std::string &op, const shape &extents, const integers &places) {
    network_builder made("picks", 20);
    const std::string x = made.input("x", {2, 3, 4}), at = made.input("at", extents, p_int64);
    const graph::model network =
        made.with_output(made.node(op, {x, at}, {{"axis", std::int64_t{1}}}));
    std::map<std::string, tensor> inputs = random_inputs(network);
    inputs["at"] = {extents, places};
    const auto found = run(nn::network(network), inputs);
    const auto expected = graph::evaluate(network, inputs);
    EXPECT_EQ(0, difference(found.begin()->second, expected.begin()->second));
}

TEST(NetworkOperators, PlacesOutsideAreAnError) {
    const shape one = {1, 1, 1};
    for (const std::int64_t place : {-3, -1, 0, 2}) {
        run_gather("Gather", {2}, {1, place});
        run_gather("GatherElements", one, {place});
    }
    for (const std::int64_t place : {-4LL, 3LL, 1LL << 32}) {
        const std::string text = std::to_string(place);
        EXPECT_TRUE(oracle::throws<error>(
            [&] {
                run_gather("Gather", {2}, {1, place});
            },
            {text, "indices lie inside of the size"}));
        EXPECT_TRUE(oracle::throws<error>([&] { run_gather("GatherElements", one, {place}); },
                                          {text, "indices lie inside of the size"}));
    }
}

/// Places that are known at run time only; those of `random_inputs` are 0 to 2, some of them twice.
TEST(NetworkOperators, ScattersAtPlacesOfRunTime) {
    const attributes adds = {{"reduction", std::string("add")}};
    expect_node("ScatterND", {floats({3, 4, 5}), wholes({2, 3, 2}), floats({2, 3, 5})});
    expect_node("ScatterND", {floats({3, 4}), wholes({2, 1}), floats({2, 4})}, {}, adds);
    expect_node("ScatterElements", {floats({3, 4}), wholes({2, 4}, p_int32), floats({2, 4})});
    expect_node("ScatterElements", {wholes({2, 3, 4}), wholes({2, 2, 3}), wholes({2, 2, 3})}, {},
                {{"axis", std::int64_t{-1}}, {"reduction", std::string("add")}});
    for (const char *const reduction : {"none", "mul", "max", "min"}) {
        expect_node("ScatterND", {floats({3, 40}), wholes({9, 1}), floats({9, 40})}, {},
                    {{"reduction", std::string(reduction)}});
    }
    expect_node("ScatterElements", {floats({300, 400}), wholes({200, 400}), floats({200, 400})}, {},
                adds);
}

/// Results of what is no layer are not left as they are where activations and sums follow.
TEST(NetworkOperators, ActivationsBehindProductsThatAreNoLayers) {
    const attributes same = {{"pads", integers{1, 1, 1, 1, 1, 1}}};
    network_builder video("video");
    const std::string x = video.input("x", {1, 4, 3, 5, 6});
    const std::string first =
        video.node("Relu", {video.node("Conv", {x, video.weights({4, 4, 3, 3, 3})}, same)});
    const std::string second = video.node("Conv", {first, video.weights({4, 4, 3, 3, 3})}, same);
    expect_computes_as_defined(
        video.with_output(video.node("Relu", {video.node("Add", {second, x})})));

    const auto doubles = [](const shape &extents) {
        const std::vector<double> values = graph::reals_of(weights(extents));
        return graph::tensor_of({p_float64, extents}, values);
    };
    network_builder exact("exact");
    const std::string image = exact.input("image", {1, 2, 4, 5}, p_float64);
    const std::string sums =
        exact.node("Relu", {exact.node("Conv", {image, exact.constant(doubles({3, 2, 2, 2}))})});
    const std::string rows = exact.node("Reshape", {sums, exact.numbers({9, 4})});
    const std::string products =
        exact.node("Tanh", {exact.node("MatMul", {rows, exact.constant(doubles({4, 5}))})});
    expect_computes_as_defined(exact.with_output(
        exact.node("Sigmoid", {exact.node("Gemm", {products, exact.constant(doubles({5, 3}))})})));
}

TEST(NetworkOperators, PlacesOfMaxima) {
    const attributes thirds = {{"kernel_shape", integers{3, 3}},
                               {"strides", integers{2, 2}},
                               {"pads", integers{1, 1, 1, 1}}};
    network_builder made("unpooled");
    const auto pooled = made.node_of(2, "MaxPool", {made.input("x", {2, 3, 9, 11})}, thirds);
    expect_computes_as_defined(made.with_outputs(
        {pooled[0], pooled[1], made.node("MaxUnpool", {pooled[0], pooled[1]}, thirds)}));
}

TEST(NetworkOperators, RegionsOfRunTime) {
    for (const char *const mode : {"avg", "max"}) {
        for (const std::int64_t points : {0, 2}) {
            expect_node("RoiAlign", {floats({3, 4, 9, 8}), floats({5, 4}), wholes({5})}, {},
                        {{"mode", std::string(mode)},
                         {"sampling_ratio", points},
                         {"output_height", std::int64_t{2}},
                         {"output_width", std::int64_t{3}},
                         {"spatial_scale", 4.0f}});
        }
    }
}

TEST(NetworkOperators, GathersOfSlicesAtPlacesOfRunTime) {
    expect_node("GatherND", {floats({3, 4, 5}), wholes({2, 2})});
    expect_node("GatherND", {wholes({2, 3, 4}), wholes({2, 5, 1}, p_int32)}, {},
                {{"batch_dims", std::int64_t{1}}});
}

TEST(NetworkOperators, SoftmaxOfDoubles) {
    const graph::tensor_type x = {p_float64, {2, 3, 4}};
    expect_node("Softmax", {x}, {}, {{"axis", std::int64_t{1}}});
    expect_node("Softmax", {x}, {}, {{"axis", std::int64_t{1}}}, 1, 11);
}

} // namespace
} // namespace tiramisu::testing
