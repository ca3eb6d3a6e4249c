// Convolutions of narrow numbers by every solver, against sums in double precision. What is allowed
// follows from the number of roundings (docs/layers/gemm.md).

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/conv2d_reference.h"
#include "support/guarded_memory.h"
#include "support/image_layouts.h"
#include "support/typed_elements.h"
#include "tiramisu/nn/conv2d.h"

namespace tiramisu {
namespace {

using nn::conv2d_problem;
using nn::layout;

oracle::conv2d_data random_data(const conv2d_problem &p) {
    oracle::conv2d_data data(p, 1);
    std::mt19937 source(1);
    const nn::product_types types = p.types();
    data.src = oracle::random_elements(types.left, data.src.size(), source);
    data.weights = oracle::random_elements(types.right, data.weights.size(), source);
    data.bias = oracle::random_elements(types.arithmetic(), data.bias.size(), source);
    data.residual = oracle::random_elements(types.result, data.residual.size(), source);
    return data;
}

/// The sizes of what is added up to each result.
std::vector<double> magnitudes(conv2d_problem p, oracle::conv2d_data data) {
    const bool has_residual = p.has_residual();
    p.post_ops.clear();
    if (has_residual) {
        p.post_ops.push_back(nn::post::residual_add{});
    }
    for (std::vector<float> *all : {&data.src, &data.weights, &data.bias, &data.residual}) {
        for (float &one : *all) {
            one = std::abs(one);
        }
    }
    return oracle::reference_conv2d(p, data);
}

std::vector<double> computed(const nn::conv2d &layer, const nn::conv2d_layouts &layouts,
                             const oracle::conv2d_data &data) {
    const conv2d_problem &p = layer.problem();
    const nn::product_types types = p.types();
    using memory = testing::guarded_memory<std::uint8_t>;
    const auto images = [](nn::element_type type, const std::vector<float> &plain, layout format,
                           const std::array<int, 4> &extents) {
        std::vector<float> all = oracle::arranged(plain, format, extents);
        for (float &one : all) {
            one = std::isnan(one) ? 99.0f : one; // channels that are not there
        }
        return oracle::bytes_of(type, all);
    };
    memory src(images(types.left, data.src, layouts.src, p.src_extents()));
    memory weights(oracle::bytes_of(types.right, data.weights));
    memory bias(oracle::bytes_of(types.arithmetic(), data.bias));
    memory residual(p.has_residual()
                        ? images(types.result, data.residual, layouts.dst, p.conv_extents())
                        : std::vector<std::uint8_t>());
    memory dst(std::vector<std::uint8_t>(
        nn::element_count(layouts.dst, p.dst_extents()) * nn::bytes_of(types.result), 0x7f));
    layer.run({src.data(), types.left}, nn::const_elements(weights.data(), types.right),
              {p.bias ? bias.data() : nullptr, types.arithmetic()}, {dst.data(), types.result},
              {p.has_residual() ? residual.data() : nullptr, types.result});
    const std::vector<double> found = oracle::numbers_of(types.result, dst.elements());
    const std::vector<double> plain_found = [&] {
        std::vector<double> all;
        const auto [mb, channels, height, width] = p.dst_extents();
        for (int n = 0; n < mb; n++) {
            for (int c = 0; c < channels; c++) {
                for (int y = 0; y < height; y++) {
                    for (int x = 0; x < width; x++) {
                        all.push_back(found[nn::element_position(layouts.dst, p.dst_extents(),
                                                                 {n, c, y, x})]);
                    }
                }
            }
        }
        return all;
    }();
    return plain_found;
}

/// What goes wrong; empty if nothing does.
std::string failure(const conv2d_problem &p, const nn::conv2d_options &opts) {
    const nn::conv2d layer(p, opts);
    const oracle::conv2d_data data = random_data(layer.problem());
    const std::vector<double> expected = oracle::reference_conv2d(layer.problem(), data),
                              sizes = magnitudes(layer.problem(), data),
                              found = computed(layer, opts.layouts, data);
    const int terms = p.types().sums() == nn::element_type::f32 ? p.ic / p.g * p.kh * p.kw : 0;
    for (std::size_t i = 0; i < expected.size(); i++) {
        if (!oracle::is_near(p.types().result, {expected[i], sizes[i]}, terms, found[i])) {
            return "element " + std::to_string(i) + " is " + std::to_string(found[i]) +
                   ", must be " + std::to_string(expected[i]);
        }
    }
    return "";
}

/// Of all solvers that can.
void expect_right(const std::string &text, const nn::conv2d_layouts &layouts,
                  const std::string &target = "host") {
    const conv2d_problem p = conv2d_problem::parse(text);
    nn::conv2d_options opts;
    opts.layouts = layouts;
    opts.compiled.target = target;
    int computed_by = 0;
    for (const nn::solver_verdict &one : nn::conv2d::solvers(p, opts)) {
        if (one.why_not.empty()) {
            opts.solver = one.solver;
            EXPECT_EQ(failure(p, opts), "") << text << " src=" << to_string(layouts.src) << " by "
                                            << one.solver << " for " << target;
            computed_by++;
        }
    }
    EXPECT_GE(computed_by, 2) << text << ": the naive solver and another one";
}

class TypedConv2d : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Types, TypedConv2d,
                         ::testing::Values("type=bf16", "type=bf16 dst_type=f32", "type=f16",
                                           "type=u8 weights_type=s8 dst_type=s32",
                                           "type=s8 dst_type=s32",
                                           "type=u8 weights_type=s8 dst_type=f32"));

TEST_P(TypedConv2d, OfOneByOneKernels) {
    for (const std::string sizes : {"ic=3 oc=5 ih=6 iw=7", "ic=64 oc=35 ih=9 iw=8 bias=1 post=relu",
                                    "mb=2 ic=40 oc=16 ih=5 iw=5 sh=2 sw=2"}) {
        expect_right("conv2d " + sizes + " " + GetParam(), {layout::nhwc, layout::nhwc});
    }
}

TEST_P(TypedConv2d, OfPaddedAndStridedKernelsInEveryLayout) {
    const std::string sizes = "conv2d mb=2 ic=18 oc=21 ih=9 iw=8 kh=3 kw=3 ph=1 pw=1 bias=1 ";
    for (const layout format : {layout::nchw, layout::nhwc, layout::nchw16c}) {
        expect_right(sizes + "post=residual_add+relu " + GetParam(), {format, format});
    }
    expect_right(sizes + "sh=2 sw=2 dh=1 " + GetParam(), {layout::nhwc, layout::nchw});
}

TEST_P(TypedConv2d, OfGroups) {
    expect_right("conv2d g=3 ic=12 oc=9 ih=6 iw=7 kh=3 kw=2 ph=1 " + GetParam(),
                 {layout::nhwc, layout::nhwc});
}

TEST_P(TypedConv2d, ForProcessorsWithoutDotProducts) {
    expect_right("conv2d ic=17 oc=21 ih=5 iw=6 kh=3 kw=3 ph=1 pw=1 bias=1 " + GetParam(),
                 {layout::nhwc, layout::nhwc}, "avx2");
}

TEST(TypedConv2d, PoolsFloatsOf32BitsAlone) {
    for (const nn::solver_verdict &one : nn::conv2d::solvers(conv2d_problem::parse(
             "conv2d ic=4 oc=4 ih=6 iw=6 post=max_pool:2x2:2x2:0x0 type=bf16"))) {
        EXPECT_NE(one.why_not, "") << one.solver;
    }
}

} // namespace
} // namespace tiramisu
