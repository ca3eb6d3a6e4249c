#include <gtest/gtest.h>

#include "support/network_builder.h"

// Compiled networks of Fourier transforms and of what ONNX Runtime's optimizer and quantizer write,
// against the definitions.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using attributes = network_builder::attributes;

const std::string domain = "com.microsoft.";

tensor byte(std::uint8_t value) {
    return {graph::tensor_type{p_uint8, {}}, std::vector<std::uint8_t>{value}};
}

TEST(RuntimeOperators, SpeechBecomesASpectrum) {
    network_builder made("speech");
    const tensor size{shape{}, std::vector<std::int64_t>{16}};
    const std::string window = made.node("HannWindow", {made.constant(size)});
    const std::string frames =
        made.node("STFT", {made.input("signal", {2, 100, 1}), made.numbers({8}), window});
    const std::string energies =
        made.node("ReduceSumSquare", {frames}, {{"axes", std::vector<std::int64_t>{3}}});
    const std::string whole = made.node("DFT", {made.input("whole", {2, 12, 3, 2})});
    expect_computes_as_defined(made.with_outputs({energies, whole}));
}

TEST(RuntimeOperators, BlockOfAnOptimizedTransformer) {
    network_builder made("block");
    const std::string x = made.input("x", {2, 6, 16}),
                      counts = made.input("counts", {2, 6}, p_int32);
    const std::string looked =
        made.node(domain + "Attention", {x, made.weights({16, 48}), made.weights({48}), counts},
                  {{"num_heads", std::int64_t{4}}});
    const std::string product = made.node(domain + "FusedMatMul", {looked, made.weights({16, 16})},
                                          {{"transB", std::int64_t{1}}, {"alpha", 0.25f}});
    const std::string sum =
        made.node(domain + "SkipLayerNormalization",
                  {product, x, made.weights({16}), made.weights({16}), made.weights({16})},
                  {{"epsilon", 1e-5f}});
    const std::string bent = made.node(domain + "BiasGelu", {sum, made.weights({16})});
    expect_computes_as_defined(made.with_outputs({bent, made.node(domain + "QuickGelu", {sum})}));
}

TEST(RuntimeOperators, QuantizedResidualBlock) {
    network_builder made("quantized");
    const std::string x = made.input("x", {1, 16, 6, 6}, p_uint8), scale = made.number(0.25f),
                      zero = made.constant(byte(1));
    const std::string sum =
        made.node(domain + "QLinearAdd", {x, scale, zero, x, scale, zero, scale, zero});
    const std::string bent =
        made.node(domain + "QLinearLeakyRelu", {sum, scale, zero, scale, zero}, {{"alpha", 0.5f}});
    const std::string both =
        made.node(domain + "QLinearConcat", {scale, zero, bent, scale, zero, x, scale, zero},
                  {{"axis", std::int64_t{1}}});
    expect_computes_as_defined(made.with_output(made.node(
        domain + "QLinearGlobalAveragePool", {both, scale, zero, made.number(0.125f), zero})));
}

} // namespace
} // namespace tiramisu::testing
