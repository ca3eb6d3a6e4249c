#include <gtest/gtest.h>

#include <limits>
#include <tuple>

#include "support/conv2d_run.h"
#include "support/environment_number.h"
#include "support/guarded_memory.h"
#include "support/image_layouts.h"
#include "support/random_conv2d.h"
#include "support/random_source.h"
#include "support/sparse_weights.h"
#include "tiramisu/nn/sparse_conv2d.h"
#include "tiramisu/target.h"

namespace tiramisu {
namespace {

using nn::conv2d_problem;
using nn::layout;
using testing::guarded_memory;

nn::sparse_conv2d_options by(const std::string &solver, const nn::conv2d_layouts &layouts = {},
                             const std::string &configuration = "") {
    nn::sparse_conv2d_options opts;
    opts.solver = solver;
    opts.layouts = layouts;
    opts.configuration = configuration;
    return opts;
}

/// One layer, made once, and weights of any pattern for it.
class layer_under_test {
public:
    layer_under_test(const conv2d_problem &problem, const nn::sparse_conv2d_options &opts)
        : problem_(problem.completed()), layouts_(opts.layouts), layer_(problem, opts),
          tolerance_(opts.solver == "dense_winograd" ? 2e-5 : 2e-6) {}

    /// Empty if the result agrees with the dense reference; else how far off it is.
    std::string failure(double density, bool has_empty_rows, unsigned seed) const {
        oracle::conv2d_data data(problem_, seed);
        oracle::prune(data.weights, problem_, density, has_empty_rows, seed);
        const double error =
            oracle::largest_error(oracle::reference_conv2d(problem_, data), run(data));
        return error <= tolerance_ ? "" : "off by " + std::to_string(error);
    }
    /// On memory between pages that may not be touched.
    std::vector<float> run(const oracle::conv2d_data &data) const {
        guarded_memory<float> src(oracle::arranged(data.src, layouts_.src, problem_.src_extents()));
        guarded_memory<float> bias(data.bias);
        guarded_memory<float> residual(
            problem_.has_residual()
                ? oracle::arranged(data.residual, layouts_.dst, problem_.conv_extents())
                : std::vector<float>());
        guarded_memory<float> dst(
            std::vector<float>(nn::element_count(layouts_.dst, problem_.dst_extents()),
                               std::numeric_limits<float>::quiet_NaN()));
        layer_.run(src.data(), layer_.pack(oracle::compressed(data.weights, problem_)),
                   problem_.bias ? bias.data() : nullptr, dst.data(),
                   problem_.has_residual() ? residual.data() : nullptr);
        return oracle::plain(dst.elements(), layouts_.dst, problem_.dst_extents());
    }

private:
    conv2d_problem problem_;
    nn::conv2d_layouts layouts_;
    nn::sparse_conv2d layer_;
    double tolerance_;
};

// Those that are the solvers of dense convolutions have their own tests.
class SparseConv2dSolver : public ::testing::TestWithParam<std::string> {};

/// Of those that compute such a problem.
std::vector<std::string> solver_names(const std::string &problem) {
    std::vector<std::string> names;
    for (const nn::solver_verdict &verdict :
         nn::sparse_conv2d_solvers(conv2d_problem::parse(problem))) {
        if (verdict.solver.rfind("dense_", 0) != 0 && verdict.why_not.empty()) {
            names.push_back(verdict.solver);
        }
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, SparseConv2dSolver,
                         ::testing::ValuesIn(solver_names("conv2d ic=1 oc=1 ih=1 iw=1")),
                         [](const auto &of) { return of.param; });

class PoolingSparseConv2dSolver : public SparseConv2dSolver {};

INSTANTIATE_TEST_SUITE_P(
    All, PoolingSparseConv2dSolver,
    ::testing::ValuesIn(solver_names("conv2d ic=1 oc=1 ih=2 iw=2 post=max_pool:2x2:2x2:0x0")),
    [](const auto &of) { return of.param; });

TEST_P(SparseConv2dSolver, OneLayerComputesEveryPattern) {
    const layer_under_test layer(
        conv2d_problem::parse("conv2d ic=13 oc=9 ih=11 iw=19 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu"),
        by(GetParam()));
    unsigned seed = 1;
    for (const double density : {0.0, 0.001, 0.01, 0.1, 0.5, 1.0}) {
        for (const bool has_empty_rows : {false, true}) {
            SCOPED_TRACE(density);
            EXPECT_EQ(layer.failure(density, has_empty_rows, seed++), "");
        }
    }
}

TEST_P(SparseConv2dSolver, OneNonZeroWhereverItIs) {
    const auto problem =
        conv2d_problem::parse("conv2d mb=2 ic=3 oc=2 ih=6 iw=7 kh=3 kw=2 ph=1 pw=1 sh=2");
    const layer_under_test layer(problem, by(GetParam()));
    for (std::size_t at = 0; at < 36; at++) {
        oracle::conv2d_data data(problem, 1);
        data.weights.assign(36, 0.0f);
        data.weights[at] = 2;
        EXPECT_LE(oracle::largest_error(oracle::reference_conv2d(problem, data), layer.run(data)),
                  1e-6)
            << "non-zero " << at;
    }
}

/// Why the solver that the options ask for cannot do it.
std::string why_not(const conv2d_problem &problem, const nn::sparse_conv2d_options &opts) {
    for (const nn::solver_verdict &verdict : nn::sparse_conv2d_solvers(problem, opts)) {
        if (verdict.solver == opts.solver) {
            return verdict.why_not;
        }
    }
    return "is not known";
}

TEST_P(SparseConv2dSolver, AgreesWithDoublePrecisionOnRandomProblemsOrSaysWhyNot) {
    const unsigned seed = oracle::environment_number("TIRAMISU_TEST_SEED", 1);
    const unsigned cases = oracle::environment_number("TIRAMISU_TEST_CASES", 12);
    const std::vector<layout> layouts = {layout::nchw, layout::nchw, layout::lifted, layout::nhwc};
    unsigned computed = 0;
    for (unsigned i = 0; computed < cases; i++) {
        oracle::random_source source(seed + i);
        const conv2d_problem problem = oracle::random_conv2d(source);
        if (problem.g != 1) {
            continue;
        }
        nn::sparse_conv2d_options opts =
            by(GetParam(), {source.one_of(layouts), source.one_of(layouts)});
        opts.density = source.between(1, 100) / 100.0;
        if (!why_not(problem, opts).empty()) {
            continue;
        }
        SCOPED_TRACE(
            problem.text() + " src=" + to_string(opts.layouts.src) +
            " dst=" + to_string(opts.layouts.dst) + " density " + std::to_string(opts.density) +
            "; alone by TIRAMISU_TEST_CASES=1 TIRAMISU_TEST_SEED=" + std::to_string(seed + i));
        EXPECT_EQ(layer_under_test(problem, opts).failure(opts.density, false, seed + i), "");
        computed++;
    }
}

TEST_P(PoolingSparseConv2dSolver, PoolsWindowsOfEveryKind) {
    for (const std::string pooling :
         {"max_pool:2x2:2x2:0x0", "avg_pool_padded:2x3:2x3:0x0", "max_pool:3x3:2x2:1x1",
          "avg_pool_padded:3x3:2x2:1x1", "avg_pool:3x2:1x3:2x1", "max_pool:2x1:3x4:0x0"}) {
        for (const std::string sizes : {"mb=3 ih=11 iw=37 sh=2 sw=2 bias=1", "mb=17 ih=7 iw=6"}) {
            SCOPED_TRACE(pooling + " " + sizes);
            const layer_under_test layer(
                conv2d_problem::parse("conv2d ic=5 oc=3 kh=3 kw=3 ph=1 pw=1 post=leaky_relu:0.1+" +
                                      pooling + " " + sizes),
                by(GetParam()));
            EXPECT_EQ(layer.failure(0.3, true, 5), "");
        }
    }
}

TEST(DenseSparseConv2d, WeightsOfEveryPatternAreMadeDense) {
    for (const auto &[solver, kernel] :
         {std::pair("dense_direct", "kh=3 kw=2 ph=1"), std::pair("dense_im2col", "kh=3 kw=3 sh=2"),
          std::pair("dense_winograd", "kh=3 kw=3 ph=1 pw=1"), std::pair("dense_pointwise", "")}) {
        SCOPED_TRACE(solver);
        const layer_under_test layer(
            conv2d_problem::parse("conv2d mb=2 ic=5 oc=17 ih=9 iw=11 bias=1 "
                                  "post=residual_add+relu " +
                                  std::string(kernel)),
            by(solver));
        for (const double density : {0.0, 0.3, 1.0}) {
            EXPECT_EQ(layer.failure(density, true, 5), "");
        }
    }
}

TEST(ShiftedSparseConv2d, FewChannelsAtATimeAndSlabsOfRows) {
    const layer_under_test layer(
        conv2d_problem::parse("conv2d mb=2 ic=7 oc=5 ih=13 iw=37 kh=3 kw=3 ph=1 pw=1 bias=1"),
        by("shifted", {}, "c=2,slab=2,x=2,y=3"));
    EXPECT_EQ(layer.failure(0.3, true, 5), "");
}

TEST(ShiftedSparseConv2d, PoolsFewChannelsAtATimeAndSlabsOfRows) {
    for (const std::string pooling : {"max_pool:2x2:2x2:0x0", "avg_pool:3x3:2x2:1x1"}) {
        SCOPED_TRACE(pooling);
        const layer_under_test layer(
            conv2d_problem::parse("conv2d mb=2 ic=7 oc=5 ih=13 iw=37 kh=3 kw=3 ph=1 pw=1 bias=1 "
                                  "post=residual_add+relu+" +
                                  pooling),
            by("shifted", {}, "c=2,slab=2,x=2,y=2"));
        EXPECT_EQ(layer.failure(0.3, true, 5), "");
    }
}

TEST(Im2colSparseConv2d, FewElementsOfPatchesAtATimeAndBlocksOfRows) {
    for (const std::string kernel : {"kh=3 kw=3 ph=1 pw=1", "kh=3 kw=2 sh=2 sw=2 ph=1 pw=2 dw=1",
                                     "kh=2 kw=3 dh=2", "", "sh=2 sw=3"}) {
        for (const layout format : {layout::nchw, layout::nhwc}) {
            SCOPED_TRACE(kernel + " " + to_string(format));
            const auto problem = conv2d_problem::parse(
                "conv2d mb=2 ic=7 oc=5 ih=21 iw=19 bias=1 post=residual_add+relu " + kernel);
            for (const std::string blocking : {"c=2,rows=2,x=1", "c=7,rows=1,x=2"}) {
                EXPECT_EQ(layer_under_test(problem, by("im2col", {format, format}, blocking))
                              .failure(0.3, true, 5),
                          "")
                    << blocking;
            }
        }
    }
}

TEST(LiftedSparseConv2d, FewChannelsAtATimeAndSlabsOfRows) {
    for (const std::string images : {"mb=1", "mb=3", "mb=17"}) {
        SCOPED_TRACE(images);
        const layer_under_test layer(
            conv2d_problem::parse("conv2d " + images +
                                  " ic=7 oc=5 ih=33 iw=37 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu"),
            by("lifted", {}, "c=2,slab=1,x=2,y=2"));
        EXPECT_EQ(layer.failure(0.3, true, 5), "");
    }
}

TEST(LiftedSparseConv2d, ImagesStayLifted) {
    const std::string kernel = " kh=3 kw=3 ph=1 pw=1 bias=1 post=residual_add+relu";
    for (const std::string sizes :
         {"ic=5 oc=7 ih=8 iw=8", "ic=3 oc=2 ih=16 iw=24 sh=2 sw=2", "mb=2 ic=3 oc=4 ih=12 iw=16",
          "mb=32 ic=2 oc=3 ih=5 iw=3", "mb=8 ic=3 oc=2 ih=9 iw=8"}) {
        for (const auto &[src, dst] :
             {std::pair(layout::lifted, layout::lifted), std::pair(layout::lifted, layout::nchw),
              std::pair(layout::nchw, layout::lifted)}) {
            SCOPED_TRACE(sizes + " " + to_string(src) + " " + to_string(dst));
            const auto problem = conv2d_problem::parse("conv2d " + sizes + kernel);
            for (const double density : {0.2}) {
                nn::sparse_conv2d_options opts = by("lifted", {src, dst});
                opts.density = density;
                EXPECT_EQ(layer_under_test(problem, opts).failure(density, true, 5), "");
            }
        }
    }
}

/// Blocks of one element, kernels that reach through a whole neighbour, that have neighbours along
/// rows or columns only, and tiles and slabs that end in what lies around a block or beyond it.
TEST(LiftedSparseConv2d, EdgesOfNeighboursAndZerosLieAroundBlocks) {
    for (const auto &[sizes, configuration] :
         {std::pair("ih=4 iw=4 kh=3 kw=3 ph=1 pw=1", ""),
          std::pair("ih=8 iw=8 kh=5 kw=5 ph=2 pw=2", "c=2,slab=1,x=1,y=1"),
          std::pair("ih=12 iw=12 kh=3 kw=3 dh=1 dw=2 ph=2 pw=3", "c=3,slab=1,x=2,y=2"),
          std::pair("ih=12 iw=12 kh=1 kw=3 pw=1", "c=3,slab=1,x=2,y=2"),
          std::pair("mb=2 ih=12 iw=8 kh=3 kw=1 ph=1", "c=1,slab=1,x=3,y=2"),
          std::pair("mb=8 ih=5 iw=6 kh=3 kw=3 ph=1 pw=1", "c=3,slab=1,x=2,y=2"),
          std::pair("mb=16 ih=3 iw=3 kh=3 kw=3 ph=1 pw=1", "c=3,slab=1,x=2,y=2"),
          std::pair("ih=24 iw=16 kh=5 kw=3 sh=2 sw=2 ph=2 pw=1", "c=3,slab=1,x=2,y=2")}) {
        SCOPED_TRACE(sizes);
        const layer_under_test layer(
            conv2d_problem::parse("conv2d ic=3 oc=4 post=relu " + std::string(sizes)),
            by("lifted", {layout::lifted, layout::lifted}, configuration));
        EXPECT_EQ(layer.failure(0.5, false, 5), "");
    }
}

TEST(LiftedSparseConv2d, PooledImagesStayLifted) {
    for (const std::string sizes : {"ih=16 iw=16 post=relu+max_pool:2x2:2x2:0x0",
                                    "ih=32 iw=32 sh=2 sw=2 post=max_pool:3x3:2x2:1x1",
                                    "mb=4 ih=16 iw=24 post=sigmoid+avg_pool_padded:3x3:2x2:1x1",
                                    "mb=16 ih=6 iw=10 post=relu+avg_pool:3x3:2x2:1x1"}) {
        for (const auto &[src, dst] :
             {std::pair(layout::lifted, layout::lifted), std::pair(layout::lifted, layout::nchw),
              std::pair(layout::nchw, layout::lifted)}) {
            SCOPED_TRACE(sizes + " " + to_string(src) + " " + to_string(dst));
            const auto problem =
                conv2d_problem::parse("conv2d ic=5 oc=4 kh=3 kw=3 ph=1 pw=1 bias=1 " + sizes);
            const nn::sparse_conv2d_options opts = by("lifted", {src, dst});
            // Where there are 16 registers, the sums of some windows do not fit.
            const std::string refusal = why_not(problem, opts);
            EXPECT_TRUE(refusal.empty() || vectors_of("host").registers < 32) << refusal;
            if (refusal.empty()) {
                EXPECT_EQ(layer_under_test(problem, opts).failure(0.3, true, 5), "");
            }
        }
    }
}

/// Enough of them that threads share them, in one pass over the channels and in two.
TEST(LiftedSparseConv2d, FiltersOfImagesThatAreOneTileHigh) {
    const std::string in_tiles =
        vectors_of("host").registers < 32 ? "c=32,slab=1,x=1,y=2" : "c=32,slab=1,x=2,y=2";
    for (const auto &[src, dst, problem, in_passes] :
         {std::tuple(layout::nchw, layout::nchw, "ic=64 oc=65 ih=7 iw=7 bias=1", in_tiles),
          std::tuple(layout::lifted, layout::lifted, "ic=64 oc=63 ih=8 iw=8 post=residual_add",
                     in_tiles),
          std::tuple(layout::nchw, layout::nchw,
                     "mb=2 ic=64 oc=64 ih=8 iw=8 post=relu+max_pool:2x2:2x2:0x0",
                     std::string("c=32,slab=1,x=1,y=2"))}) {
        for (const std::string &configuration : {std::string(), in_passes}) {
            SCOPED_TRACE(std::string(problem) + " " + configuration);
            nn::sparse_conv2d_options opts = by("lifted", {src, dst}, configuration);
            opts.density = 1;
            const layer_under_test layer(
                conv2d_problem::parse("conv2d kh=3 kw=3 ph=1 pw=1 " + std::string(problem)), opts);
            EXPECT_EQ(layer.failure(0.3, true, 5), "");
        }
    }
}

TEST(ShiftedSparseConv2d, FiltersOfImagesThatAreOneTileHigh) {
    for (const std::string configuration : {"", "c=33,slab=1,x=1,y=4"}) {
        nn::sparse_conv2d_options opts = by("shifted", {}, configuration);
        opts.density = 1;
        const layer_under_test layer(
            conv2d_problem::parse("conv2d ic=65 oc=64 ih=4 iw=14 kh=3 kw=3 ph=1 pw=1 post=relu"),
            opts);
        EXPECT_EQ(layer.failure(0.3, true, 5), "");
    }
}

TEST(LiftedSparseConv2d, SlabsOfLiftedImages) {
    const auto problem = conv2d_problem::parse("conv2d ic=5 oc=7 ih=40 iw=16 kh=3 kw=3 ph=1 pw=1");
    const layer_under_test layer(
        problem, by("lifted", {layout::lifted, layout::lifted}, "c=2,slab=2,x=3,y=2"));
    EXPECT_EQ(layer.failure(0.3, true, 5), "");
}

} // namespace
} // namespace tiramisu
