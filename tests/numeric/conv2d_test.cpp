#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "nn/layers/conv2d/solvers.h"
#include "support/conv2d_run.h"
#include "support/environment_number.h"
#include "support/random_conv2d.h"

// Every solver against the double-precision reference. TIRAMISU_TEST_SEED starts the random
// problems elsewhere, TIRAMISU_TEST_CASES says how many a solver gets.

namespace tiramisu {
namespace {

using nn::conv2d_problem;
using nn::layout;

/// Single precision over sums of at most some hundred products of numbers up to 1: of their usual
/// size, which a post-op may have hidden; what transforms lose of it.
double tolerance(const std::string &solver, const conv2d_problem &problem) {
    const double usual = std::sqrt(problem.ic / problem.g * problem.kh * problem.kw) / 3;
    return solver == "winograd" ? 1e-4 : 2e-6 * std::max(1.0, usual);
}

/// What goes wrong when `solver` computes the problem; empty if nothing does.
std::string failure(const conv2d_problem &problem, const std::string &solver,
                    const nn::conv2d_layouts &layouts, unsigned seed,
                    const std::string &configuration = "") {
    const oracle::conv2d_data data(problem, seed);
    nn::conv2d_options opts;
    opts.solver = solver;
    opts.configuration = configuration;
    opts.layouts = layouts;
    try {
        const nn::conv2d layer(problem, opts);
        const double found = oracle::largest_error(oracle::reference_conv2d(problem, data),
                                                   oracle::run_conv2d(layer, layouts, data));
        return found <= tolerance(solver, layer.problem()) ? "" : "error " + std::to_string(found);
    } catch (const error &refused) {
        return refused.what();
    }
}

nn::conv2d_layouts random_layouts(oracle::random_source &source) {
    const std::vector<layout> all = {layout::nchw, layout::nhwc, layout::nchw16c};
    return {source.one_of(all), source.one_of(all)};
}

/// A value of each parameter of the solver, which has to be able to do the problem.
std::string random_configuration(const conv2d_problem &problem, const nn::conv2d_layouts &layouts,
                                 const std::string &solver, oracle::random_source &source) {
    const nn::conv2d_task task{problem.completed(), layouts, nn::machine::here()};
    for (const auto &one : nn::all_conv2d_solvers()) {
        if (one->name() == solver) {
            nn::configuration made;
            for (const nn::tunable &parameter : one->tunables(task)) {
                made[parameter.name] = source.one_of(parameter.values);
            }
            return nn::to_text(made);
        }
    }
    return "";
}

TEST(Depthwise, LanesMayBeChannelsOrColumnsInEveryLayout) {
    const auto odd = conv2d_problem::parse("conv2d mb=2 g=19 ic=19 oc=19 ih=9 iw=37 kh=3 kw=3 ph=1 "
                                           "pw=1 bias=1 post=relu");
    const std::string tiles = ",x=3,y=2,y_block=4";
    for (const layout format : {layout::nchw, layout::nhwc, layout::nchw16c}) {
        for (const std::string lanes : {"along=0", "along=1"}) {
            SCOPED_TRACE(lanes + " " + to_string(format));
            EXPECT_EQ(failure(odd, "depthwise", {format, format}, 1, lanes + tiles), "");
        }
    }
}

TEST(Depthwise, ALargeKernelIsNotUnrolled) {
    const auto large = conv2d_problem::parse("conv2d g=5 ic=5 oc=5 ih=40 iw=40 kh=7 kw=7 ph=3 "
                                             "pw=3");
    EXPECT_EQ(failure(large, "depthwise", {}, 1), "");
}

TEST(GroupedSpatialPack, LanesMayBeFiltersOrColumnsInEveryLayout) {
    const auto odd = conv2d_problem::parse("conv2d mb=2 g=3 ic=18 oc=15 ih=9 iw=37 kh=3 kw=2 ph=1 "
                                           "pw=1 sh=2 bias=1 post=relu");
    for (const layout format : {layout::nchw, layout::nhwc, layout::nchw16c}) {
        for (const std::string lanes : {"along=0", "along=1"}) {
            SCOPED_TRACE(lanes + " " + to_string(format));
            EXPECT_EQ(
                failure(odd, "gspc", {format, format}, 1, lanes + ",t_i=3,t_o=5,x=2,y_block=2"),
                "");
        }
    }
}

TEST(Direct, RowsOfPlainImagesMayEndInsideOfVectors) {
    const auto odd = conv2d_problem::parse("conv2d mb=2 g=2 ic=22 oc=38 ih=9 iw=37 kh=3 kw=2 ph=1 "
                                           "pw=1 sh=2 bias=1 post=residual_add+relu");
    for (const std::string tile : {"f_vectors=2,x=6,y=1", "f_vectors=1,x=11,y=1"}) {
        SCOPED_TRACE(tile);
        EXPECT_EQ(failure(odd, "direct", {}, 1, "c=8," + tile + ",y_block=2"), "");
    }
}

TEST(GroupedSpatialPack, TakesPlainImagesOfFewChannelsByRows) {
    for (const std::string sizes : {"ic=3 oc=10 ih=12 iw=64 sw=2", "g=2 ic=8 oc=6 ih=6 iw=48",
                                    "ic=3 oc=10 ih=6 iw=53", "g=2 ic=8 oc=6 ih=6 iw=57 sw=2"}) {
        SCOPED_TRACE(sizes);
        const auto first =
            conv2d_problem::parse("conv2d mb=2 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu " + sizes);
        EXPECT_EQ(failure(first, "auto", {}, 1), "");
        EXPECT_EQ(nn::conv2d(first).solver(), "gspc");
        EXPECT_NE(nn::conv2d(first).configuration().find("along=1"), std::string::npos);
    }
}

TEST(InPlace, BordersAreRightWithEveryStrideAndPadding) {
    const nn::conv2d_layouts blocked{layout::nchw16c, layout::nchw16c};
    for (const std::string window :
         {"ih=9 iw=37 kh=3 kw=3 ph=1 pw=1", "ih=9 iw=37 kh=3 kw=2 sh=2 sw=2 ph=1 pw=1",
          "ih=8 iw=9 kh=2 kw=6 ph=1 pw=2", "ih=1 iw=4 kh=3 kw=3 ph=1 pw=2"}) {
        SCOPED_TRACE(window);
        const auto odd =
            conv2d_problem::parse("conv2d mb=2 g=3 ic=18 oc=15 bias=1 post=relu " + window);
        EXPECT_EQ(failure(odd, "in_place", blocked, 1), "");
    }
    const auto residual = conv2d_problem::parse("conv2d g=3 ic=18 oc=30 ih=5 iw=6 kh=3 kw=3 ph=1 "
                                                "pw=1 post=residual_add+relu");
    EXPECT_EQ(failure(residual, "in_place", {layout::nhwc, layout::nchw16c}, 1, "f=5,g=2,x=2"), "");
}

TEST(Pointwise, LanesMayBeFiltersOrPositionsInEveryLayout) {
    const auto odd = conv2d_problem::parse("conv2d mb=2 g=2 ic=18 oc=38 ih=5 iw=9 bias=1 "
                                           "post=residual_add+relu");
    for (const layout format : {layout::nchw, layout::nhwc, layout::nchw16c}) {
        for (const std::string lanes : {"along=0,f=2,x=3", "along=1,f=3,x=2"}) {
            SCOPED_TRACE(lanes + " " + to_string(format));
            EXPECT_EQ(failure(odd, "pointwise", {format, format}, 1, lanes + ",x_block=40"), "");
        }
    }
}

TEST(Im2col, BlocksEndInsideOfPatchesImagesAndGroups) {
    const auto odd = conv2d_problem::parse("conv2d mb=3 g=2 ic=14 oc=42 ih=5 iw=9 kh=3 kw=2 ph=1 "
                                           "pw=1 sh=2 dw=1 bias=1 post=residual_add+relu");
    for (const nn::conv2d_layouts format : {nn::conv2d_layouts{layout::nchw, layout::nhwc},
                                            nn::conv2d_layouts{layout::nchw16c, layout::nchw}}) {
        SCOPED_TRACE(to_string(format.src));
        EXPECT_EQ(failure(odd, "im2col", format, 1,
                          "column_tiles=1,depth=16,row_tiles=2,rows=4,vectors=1"),
                  "");
    }
}

TEST(Im2col, TilesOfSeveralImagesAddSliceAfterSlice) {
    const conv2d_problem two = conv2d_problem::parse("conv2d mb=2 ic=64 oc=16 ih=6 iw=9");
    for (const layout of : {layout::nchw, layout::nhwc}) {
        EXPECT_EQ(failure(two, "im2col", {of, of}, 1,
                          "column_tiles=1,depth=16,row_tiles=2,rows=6,vectors=1"),
                  "");
    }
}

TEST(PooledBands, WindowsOverlapAndReachBeyondTheResult) {
    const std::string sizes = "conv2d mb=2 g=2 ic=6 oc=38 ih=9 iw=13 kh=3 kw=2 ph=1 pw=1 bias=1 ";
    const std::string blocks = "f_vectors=1,x=5,y_block=2";
    EXPECT_EQ(failure(conv2d_problem::parse(sizes + "post=residual_add+max_pool:3x3:2x2:1x1"),
                      "pooled_bands", {layout::nchw, layout::nhwc}, 1, blocks),
              "");
    EXPECT_EQ(failure(conv2d_problem::parse(sizes + "post=relu+avg_pool:2x3:1x2:1x0"),
                      "pooled_bands", {layout::nchw16c, layout::nchw}, 1, blocks),
              "");
}

TEST(Winograd, TilesMayBeOfTwoOrSixWithAPooling) {
    const auto odd = conv2d_problem::parse("conv2d mb=2 ic=7 oc=19 ih=11 iw=15 kh=3 kw=3 ph=1 "
                                           "pw=2 bias=1 post=relu+avg_pool:2x1:2x1:0x0");
    for (const std::string m : {"2", "6"}) {
        SCOPED_TRACE(m);
        EXPECT_EQ(failure(odd, "winograd", {layout::nchw, layout::nhwc}, 1,
                          "f_vectors=2,m=" + m + ",t_block=1,x=3,y=1"),
                  "");
    }
}

TEST(Winograd, PlainImagesMayEndInsideOfVectorsAndTiles) {
    const auto odd = conv2d_problem::parse("conv2d mb=2 g=2 ic=42 oc=38 ih=7 iw=37 kh=3 kw=3 ph=1 "
                                           "pw=1 bias=1 post=residual_add+relu");
    EXPECT_EQ(failure(odd, "winograd", {layout::nchw, layout::nchw}, 1,
                      "f_vectors=2,m=4,t_block=1,x=4,y=1"),
              "");
}

TEST(Winograd, KernelsMayBeLinesOrOfAnySizeUpToSeven) {
    for (const std::string words :
         {"kh=7 kw=1 ph=3 post=relu", "kh=1 kw=7 pw=3 post=residual_add+relu",
          "kh=1 kw=3 pw=1 post=max_pool:1x2:1x2:0x0", "kh=5 kw=5 ph=2 pw=2", "kh=3 kw=7 ph=1",
          "kh=2 kw=2 post=avg_pool:2x2:2x2:0x0", "kh=6 kw=1 ph=5"}) {
        SCOPED_TRACE(words);
        EXPECT_EQ(
            failure(conv2d_problem::parse("conv2d mb=2 ic=18 oc=21 ih=13 iw=15 bias=1 " + words),
                    "winograd", {layout::nchw16c, layout::nchw}, 1),
            "");
    }
}

TEST(Winograd, LinesMayHaveTilesOfAnySize) {
    for (const std::string kernel : {"kh=3", "kw=3"}) {
        const auto odd = conv2d_problem::parse("conv2d g=3 ic=6 oc=9 ih=7 iw=9 " + kernel);
        for (const int m : {2, 4, 6}) {
            SCOPED_TRACE(kernel + " " + std::to_string(m));
            EXPECT_EQ(failure(odd, "winograd", {layout::nchw, layout::nhwc}, 1,
                              "f_vectors=1,m=" + std::to_string(m) + ",t_block=2,x=3,y=2"),
                      "");
        }
    }
}

class Conv2dSolver : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> solver_names() {
    conv2d_problem any;
    any.ic = any.oc = any.ih = any.iw = 1;
    std::vector<std::string> names;
    for (const nn::solver_verdict &verdict : nn::conv2d_solvers(any)) {
        const bool is_for_others = verdict.why_not.find("type f32") != std::string::npos ||
                                   verdict.why_not.find("without a device") != std::string::npos;
        if (!is_for_others) {
            names.push_back(verdict.solver);
        }
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, Conv2dSolver, ::testing::ValuesIn(solver_names()),
                         [](const auto &of) { return of.param; });

TEST_P(Conv2dSolver, AgreesWithDoublePrecisionOnRandomProblemsOrSaysWhyNot) {
    const unsigned seed = oracle::environment_number("TIRAMISU_TEST_SEED", 1);
    const unsigned cases =
        oracle::environment_number("TIRAMISU_TEST_CASES", GetParam() == "winograd" ? 5 : 12);
    unsigned computed = 0;
    for (unsigned i = 0; computed < cases && i < 50 * cases; i++) {
        oracle::random_source source(seed + i);
        const conv2d_problem problem = oracle::random_conv2d(source);
        const nn::conv2d_layouts layouts = random_layouts(source);
        std::string reason;
        for (const nn::solver_verdict &verdict : nn::conv2d_solvers(problem, layouts)) {
            reason = verdict.solver == GetParam() ? verdict.why_not : reason;
        }
        if (reason.empty()) {
            const std::string configuration =
                source.chance(50) ? random_configuration(problem, layouts, GetParam(), source) : "";
            SCOPED_TRACE(
                problem.text() + " src=" + to_string(layouts.src) +
                " dst=" + to_string(layouts.dst) + " configuration=" + configuration +
                "; alone by TIRAMISU_TEST_CASES=1 TIRAMISU_TEST_SEED=" + std::to_string(seed + i));
            EXPECT_EQ(failure(problem, GetParam(), layouts, seed + i, configuration), "");
            computed++;
        }
    }
    EXPECT_GE(computed, cases) << "too few random problems are ones that the solver can do";
}

TEST_P(Conv2dSolver, WhatIsNoNumberSpreadsAsInTheNaiveSolver) {
    const float infinity = std::numeric_limits<float>::infinity();
    // Winograd's transforms spread it over whole tiles, and make infinities no numbers.
    const bool spreads = GetParam() == "winograd";
    // The largest of a NaN and a number is not defined; their mean is.
    const bool pools = GetParam() == "pooled_bands";
    const std::vector<std::string> posts =
        pools ? std::vector<std::string>{" post=avg_pool:3x3:2x2:1x1"}
              : std::vector<std::string>{"", " post=relu", " post=clip:-1:1"};
    for (const std::string &post : posts) {
        if (spreads && !post.empty()) {
            break;
        }
        const nn::conv2d_layouts layouts = GetParam() == "in_place"
                                               ? nn::conv2d_layouts{layout::nhwc, layout::nhwc}
                                               : nn::conv2d_layouts{};
        const std::string kernel = GetParam() == "pointwise" ? "" : " kh=3 kw=3 ph=1 pw=1";
        const auto problem =
            conv2d_problem::parse("conv2d g=4 ic=4 oc=4 ih=9 iw=20 bias=1" + kernel + post);
        SCOPED_TRACE(problem.text());
        oracle::conv2d_data data(problem, 1);
        data.src[3 * 20 + 5] = std::numeric_limits<float>::quiet_NaN();
        data.src[9 * 20 + 4 * 20 + 7] = infinity;
        data.src[9 * 20 + 8 * 20 + 19] = -infinity;
        data.bias[3] = std::numeric_limits<float>::quiet_NaN();
        const auto computed = [&](const std::string &solver) {
            nn::conv2d_options opts;
            opts.solver = solver;
            opts.layouts = layouts;
            return oracle::run_conv2d(nn::conv2d(problem, opts), layouts, data);
        };
        const std::vector<float> expected = computed("naive"), found = computed(GetParam());
        for (std::size_t i = 0; i < expected.size(); i++) {
            if (spreads) {
                EXPECT_TRUE(std::isfinite(expected[i]) || !std::isfinite(found[i])) << i;
            } else if (std::isnan(expected[i])) {
                EXPECT_TRUE(std::isnan(found[i])) << i;
            } else if (std::isinf(expected[i])) {
                EXPECT_EQ(found[i], expected[i]) << i;
            } else {
                EXPECT_NEAR(found[i], expected[i], 1e-5) << i;
            }
        }
    }
}

} // namespace
} // namespace tiramisu
