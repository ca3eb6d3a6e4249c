#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/temporary_folder.h"

// Networks with weights that are zero, against the definitions of their operators.

namespace tiramisu::testing {
namespace {

using graph::model;
using graph::shape;
using graph::tensor;
using nn::weight_density;

/// Random weights so many of which in a hundred are not zero.
tensor pruned(const shape &extents, unsigned percent, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::vector<float> values;
    for (std::int64_t i = 0; i < graph::count_of(extents); i++) {
        const float value = static_cast<float>(random() % 1000) / 500 - 1;
        values.push_back(random() % 100 < percent ? value + (value == 0 ? 1.0f : 0) : 0);
    }
    return {extents, values};
}

nn::network_options with(weight_density density) {
    nn::network_options opts;
    opts.density = density;
    return opts;
}

bool is_sparse(const nn::network_report::step &one) {
    return one.text.rfind("sparse_", 0) == 0 || one.text.rfind("spmm", 0) == 0;
}

std::size_t sparse_steps(const nn::network &compiled) {
    const auto &steps = compiled.report().steps;
    return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), is_sparse));
}

/// Compares with the definition in all ways; the number of sparse layers by default, and where all
/// that have zeros are to be sparse.
void expect_pruned(const model &network, std::size_t by_default, std::size_t at_most) {
    const auto inputs = random_inputs(network);
    const auto expected = graph::evaluate(network, inputs);
    for (const auto &[density, count] : {std::pair(weight_density::automatic, by_default),
                                         {weight_density::sparse, at_most},
                                         {weight_density::dense, std::size_t{0}}}) {
        const nn::network compiled(network, with(density));
        EXPECT_EQ(count, sparse_steps(compiled));
        const auto found = run(compiled, inputs);
        for (const auto &[name, values] : expected) {
            EXPECT_LE(difference(found.at(name), values), 1e-4) << name;
        }
    }
}

/// A residual block between dense layers, whose convolutions have this density.
model block(unsigned percent, int images = 1) {
    network_builder made("block");
    const std::string x = made.input("x", {images, 16, 14, 14});
    const std::map<std::string, graph::attribute> same = {
        {"pads", std::vector<std::int64_t>{1, 1, 1, 1}}};
    const std::string first = made.node("Relu", {made.conv(x, 16, 32, 3)});
    const std::string a = made.node(
        "Conv", {first, made.constant(pruned({32, 32, 3, 3}, percent)), made.weights({32})}, same);
    const std::string b = made.node(
        "Conv", {made.node("Relu", {a}), made.constant(pruned({32, 32, 3, 3}, percent, 2))}, same);
    const std::string sum = made.node("Relu", {made.node("Add", {b, first})});
    const std::string one =
        made.node("Conv", {sum, made.constant(pruned({48, 32, 1, 1}, percent, 3))});
    return made.with_output(made.node("GlobalAveragePool", {one}));
}

TEST(PrunedNetworks, Convolutions) {
    expect_pruned(block(10), 3, 3);
    expect_pruned(block(30, 2), 1, 3); // beside Winograd's convolution
    expect_pruned(block(90), 0, 3);
    expect_pruned(block(100), 0, 0);
}

TEST(PrunedNetworks, ConvolutionsWithStridesAndOddSizes) {
    network_builder made("odd");
    const std::string x = made.input("x", {1, 3, 19, 21});
    const std::string a = made.node("Conv", {x, made.constant(pruned({17, 3, 5, 3}, 20))},
                                    {{"strides", std::vector<std::int64_t>{2, 1}},
                                     {"pads", std::vector<std::int64_t>{2, 0, 1, 1}},
                                     {"dilations", std::vector<std::int64_t>{1, 2}}});
    const std::string b =
        made.node("Conv", {made.node("LeakyRelu", {a}), made.constant(pruned({5, 17, 1, 1}, 20)),
                           made.weights({5})});
    expect_pruned(made.with_output(b), 1, 2);
}

TEST(PrunedNetworks, ShortFiltersHaveTheirPatternInTheCode) {
    network_builder made("first");
    const std::string x = made.input("x", {1, 3, 32, 32});
    const std::string y = made.node("Conv", {x, made.constant(pruned({16, 3, 3, 3}, 35))},
                                    {{"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
    const model network = made.with_output(y);
    expect_pruned(network, 1, 1);
    EXPECT_EQ("unrolled", nn::network(network).report().steps[0].solver);
}

TEST(PrunedNetworks, Products) {
    for (const int rows : {1, 5}) {
        network_builder made("products");
        const std::string x = made.input("x", {rows, 70});
        const std::string a =
            made.node("Gemm", {x, made.constant(pruned({40, 70}, 10)), made.weights({40})},
                      {{"transB", std::int64_t{1}}, {"alpha", 0.5f}, {"beta", 2.0f}});
        const std::string b =
            made.node("MatMul", {made.node("Relu", {a}), made.constant(pruned({40, 33}, 20))});
        expect_pruned(made.with_output(b), 2, 2);
    }
}

TEST(PrunedNetworks, ProductsOfBatches) {
    network_builder made("batches");
    const std::string x = made.input("x", {2, 3, 20});
    expect_pruned(made.with_output(made.node("MatMul", {x, made.constant(pruned({20, 30}, 20))})),
                  1, 1);
}

TEST(PrunedNetworks, NaNsAreWeightsAsOthers) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    tensor weights = pruned({32, 16, 1, 1}, 10);
    std::vector<float> values(weights.data<float>(), weights.data<float>() + weights.count());
    values[5 * 16 + 3] = nan;
    network_builder made("nan");
    const std::string x = made.input("x", {1, 16, 9, 9});
    const model network = made.with_output(
        made.node("Conv", {x, made.constant({weights.extents(), values}), made.weights({32})}));
    const nn::network compiled(network, with(weight_density::sparse));
    EXPECT_EQ(1U, sparse_steps(compiled));
    const auto found = run(compiled, random_inputs(network)).begin()->second;
    for (std::int64_t i = 0; i < found.count(); i++) {
        ASSERT_EQ(i / 81 == 5, std::isnan(found.data<float>()[i])) << i;
    }
}

TEST(PrunedNetworks, FiltersWithoutWeightsGiveTheBias) {
    network_builder made("empty");
    tensor weights = pruned({32, 16, 3, 3}, 10);
    std::vector<float> values(weights.data<float>(), weights.data<float>() + weights.count());
    std::fill(values.begin(), values.begin() + 5 * 144, 0.0f);
    std::fill(values.end() - 144, values.end(), 0.0f);
    const std::string x = made.input("x", {1, 16, 9, 9});
    const std::string y =
        made.node("Conv", {x, made.constant({weights.extents(), values}), made.weights({32})});
    expect_pruned(made.with_output(y), 1, 1);
}

TEST(PrunedNetworks, AreProfiledAndWrittenAsObjects) {
    const model network = block(10);
    const auto inputs = random_inputs(network);
    const nn::network compiled(network);
    auto outputs = run(compiled, inputs);
    nn::network_arrays from, to;
    for (const auto &[name, values] : inputs) {
        from.emplace(name, nn::network_elements(const_cast<void *>(values.bytes()), p_float32));
    }
    const std::vector<double> before = graph::reals_of(outputs.begin()->second);
    for (const auto &[name, values] : outputs) {
        to.emplace(name, nn::network_elements(const_cast<void *>(values.bytes()), p_float32));
    }
    const nn::network_profile profile = nn::network::profile(network, from, to, 2);
    EXPECT_EQ(compiled.report().steps.size(), profile.seconds.size());
    EXPECT_EQ(before, graph::reals_of(outputs.begin()->second));
    const temporary_folder out;
    const nn::network_report report = nn::network::write_object(network, out / "net.o", "net");
    EXPECT_EQ(3, std::count_if(report.steps.begin(), report.steps.end(), is_sparse));
}

} // namespace
} // namespace tiramisu::testing
