// Sparse convolutions with code for each non-zero of a pattern that is known.

#include <gtest/gtest.h>

#include <limits>

#include "support/conv2d_run.h"
#include "support/guarded_memory.h"
#include "support/image_layouts.h"
#include "support/sparse_weights.h"
#include "tiramisu/nn/sparse_conv2d.h"

namespace tiramisu {
namespace {

using nn::conv2d_problem;
using nn::layout;
using testing::guarded_memory;

struct unrolled_case {
    std::string problem;
    nn::conv2d_layouts layouts = {};
    std::string configuration = {};
};

std::vector<float> result(const conv2d_problem &problem, const unrolled_case &of,
                          const oracle::conv2d_data &data) {
    nn::sparse_conv2d_options opts;
    opts.solver = "unrolled";
    opts.layouts = of.layouts;
    opts.configuration = of.configuration;
    opts.pattern = oracle::compressed(data.weights, problem);
    const nn::sparse_conv2d layer(problem, opts);
    guarded_memory<float> src(oracle::arranged(data.src, of.layouts.src, problem.src_extents()));
    guarded_memory<float> bias(data.bias);
    guarded_memory<float> residual(
        problem.has_residual()
            ? oracle::arranged(data.residual, of.layouts.dst, problem.conv_extents())
            : std::vector<float>());
    guarded_memory<float> dst(
        std::vector<float>(nn::element_count(of.layouts.dst, problem.dst_extents()),
                           std::numeric_limits<float>::quiet_NaN()));
    layer.run(src.data(), layer.pack(*opts.pattern), problem.bias ? bias.data() : nullptr,
              dst.data(), problem.has_residual() ? residual.data() : nullptr);
    return oracle::plain(dst.elements(), of.layouts.dst, problem.dst_extents());
}

/// With data whose weights are pruned already.
void expect_right(const conv2d_problem &problem, const unrolled_case &of,
                  const oracle::conv2d_data &data) {
    SCOPED_TRACE(problem.text() + " " + of.configuration);
    EXPECT_LE(
        oracle::largest_error(oracle::reference_conv2d(problem, data), result(problem, of, data)),
        2e-6);
}

void expect_right(const unrolled_case &of, double density, unsigned seed) {
    SCOPED_TRACE(density);
    const conv2d_problem problem = conv2d_problem::parse(of.problem).completed();
    oracle::conv2d_data data(problem, seed);
    oracle::prune(data.weights, problem, density, true, seed);
    expect_right(problem, of, data);
}

TEST(UnrolledSparseConv2d, PatternsOfEveryDensity) {
    unsigned seed = 1;
    for (const double density : {0.0, 0.001, 0.01, 0.1, 0.5, 1.0}) {
        expect_right({"conv2d ic=5 oc=11 ih=7 iw=37 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu"}, density,
                     seed++);
    }
}

TEST(UnrolledSparseConv2d, OneNonZeroWhereverItIs) {
    const auto problem =
        conv2d_problem::parse("conv2d mb=2 ic=3 oc=2 ih=6 iw=7 kh=3 kw=2 ph=1 pw=1 sh=2")
            .completed();
    for (std::size_t at = 0; at < 36; at += 7) {
        oracle::conv2d_data data(problem, 1);
        data.weights.assign(36, 0.0f);
        data.weights[at] = 2;
        expect_right(problem, {}, data);
    }
}

TEST(UnrolledSparseConv2d, OneFilterOrOneElementHasAllNonZeros) {
    const auto problem =
        conv2d_problem::parse("conv2d ic=9 oc=19 ih=9 iw=16 kh=3 kw=3 ph=1 pw=1").completed();
    for (const bool is_filter : {false, true}) {
        oracle::conv2d_data data(problem, 3);
        for (std::size_t i = 0; i < data.weights.size(); i++) {
            if (is_filter ? i / 81 != 7 : i % 81 != 40) {
                data.weights[i] = 0;
            }
        }
        expect_right(problem, {}, data);
    }
}

TEST(UnrolledSparseConv2d, AnyKernelStridePaddingDilation) {
    for (const std::string kernel : {"", "sh=2 sw=3", "kh=3 kw=2 sh=2 sw=2 ph=1 pw=2 dw=1",
                                     "kh=2 kw=3 dh=2", "kh=5 kw=5 ph=4 pw=4"}) {
        expect_right({"conv2d mb=2 ic=4 oc=5 ih=11 iw=19 bias=1 " + kernel}, 0.3, 5);
    }
}

TEST(UnrolledSparseConv2d, PostOpsAndLayouts) {
    for (const auto &[src, dst] :
         {std::pair(layout::nhwc, layout::nchw), std::pair(layout::nchw, layout::nhwc),
          std::pair(layout::nchw16c, layout::nchw16c)}) {
        expect_right({"conv2d mb=3 ic=4 oc=5 ih=9 iw=21 kh=3 kw=3 ph=1 pw=1 bias=1 "
                      "post=residual_add+leaky_relu:0.1",
                      {src, dst}},
                     0.3, 5);
    }
}

TEST(UnrolledSparseConv2d, FewFiltersAtATimeAndSlabsOfRows) {
    for (const std::string configuration :
         {"filters=2,slab=2,x=2,y=2", "filters=3,slab=1,x=1,y=1", "filters=7,slab=13,x=1,y=2"}) {
        expect_right({"conv2d mb=2 ic=3 oc=7 ih=13 iw=37 kh=3 kw=3 ph=1 pw=1", {}, configuration},
                     0.3, 5);
    }
}

} // namespace
} // namespace tiramisu
