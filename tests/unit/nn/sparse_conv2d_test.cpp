#include "tiramisu/nn/sparse_conv2d.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "nn/sparse/conv2d/solvers.h"
#include "nn/sparse/conv2d/tile_cost.h"
#include "support/sparse_weights.h"
#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::nn {
namespace {

const conv2d_problem small = conv2d_problem::parse("conv2d ic=3 oc=5 ih=6 iw=7 kh=3 kw=3");

const sparse::csr_matrix no_weights(5, 27, {{}, {}, {0, 0, 0, 0, 0, 0}});

/// Succeeds if the convolution is refused with these words.
::testing::AssertionResult refused(const std::string &problem, const sparse_conv2d_options &opts,
                                   const std::vector<std::string> &parts) {
    return oracle::throws<user_error>([&] { sparse_conv2d(conv2d_problem::parse(problem), opts); },
                                      parts);
}

TEST(SparseConv2d, RefusesGroupsAndDensitiesThatAreNone) {
    EXPECT_TRUE(refused("conv2d g=2 ic=4 oc=4 ih=6 iw=7", {},
                        {"problem \"conv2d mb=1 g=2", "g: is 2, must be 1"}));
    sparse_conv2d_options opts;
    opts.density = 16;
    EXPECT_TRUE(refused("conv2d ic=3 oc=5 ih=6 iw=7", opts,
                        {"density: is 16.000000, must be from 0 to 1"}));
}

TEST(SparseConv2d, RefusesChannelsThatOffsetsDoNotReach) {
    EXPECT_TRUE(refused(
        "conv2d ic=210000 oc=4 ih=100 iw=100 kh=3 kw=3 ph=1 pw=1", {},
        {"ic: is 210000, must be at most 206409: offsets of 32 bits", "102x102 with its zeros"}));
}

TEST(SparseConv2d, RefusesPoolingsThatSolversCannotKeepInRegisters) {
    sparse_conv2d_options opts;
    opts.solver = "lifted";
    EXPECT_TRUE(refused("conv2d ic=3 oc=5 ih=8 iw=8 post=avg_pool:8x8:8x8:0x0", opts,
                        {"windows of 8x8 take 64 vectors of sums, must be at most"}));
    EXPECT_TRUE(refused("conv2d ic=3 oc=5 ih=8 iw=8 post=residual_add+max_pool:2x2:2x2:0x0", opts,
                        {"a residual_add before a pooling"}));
    opts.solver = "shifted";
    EXPECT_TRUE(refused("conv2d ic=3 oc=5 ih=64 iw=8 post=avg_pool:64x8:64x8:0x0", opts,
                        {"windows of 64x8 take 64 vectors of sums, must be at most"}));
    opts.solver = "im2col";
    EXPECT_TRUE(refused("conv2d ic=3 oc=5 ih=8 iw=8 post=max_pool:2x2:2x2:0x0", opts,
                        {"post-op pooling, which it does not compute"}));
    EXPECT_TRUE(refused("conv2d ic=65536 oc=1 ih=8 iw=64 kh=3 kw=3 ph=1 pw=1", opts,
                        {"the patches of a row of the result take more than 67108864 bytes"}));
    opts.layouts.src = layout::lifted;
    EXPECT_TRUE(refused("conv2d ic=3 oc=5 ih=8 iw=8", opts,
                        {"images in the lifted layout, whose columns lie apart"}));
    EXPECT_EQ(sparse_conv2d(
                  conv2d_problem::parse("conv2d ic=3 oc=5 ih=64 iw=8 post=avg_pool:64x8:64x8:0x0"))
                  .solver(),
              "naive");
}

TEST(SparseConv2d, RefusesSolversAndConfigurationsThatAreNotThere) {
    sparse_conv2d_options opts;
    opts.solver = "fastest";
    EXPECT_TRUE(refused("conv2d ic=3 oc=5 ih=6 iw=7", opts,
                        {"solver \"fastest\"", "is not known", "\"lifted\"", "\"naive\""}));
    opts.solver = "lifted";
    opts.configuration = "c=3";
    EXPECT_TRUE(refused("conv2d ic=3 oc=5 ih=6 iw=7", opts, {"slab is missing"}));
}

TEST(SparseConv2d, Im2colTakesPatchesAndSumsAndThePaddedRowsOfABlock) {
    sparse_conv2d_options opts;
    opts.solver = "im2col";
    opts.configuration = "c=27,rows=2,x=1";
    const sparse_conv2d padded(
        conv2d_problem::parse("conv2d ic=3 oc=5 ih=4 iw=8 kh=3 kw=3 ph=1 pw=1"), opts);
    const std::size_t vectors = sizeof(float) * machine::here().lanes;
    const std::size_t tiles = 16 / machine::here().lanes;
    EXPECT_EQ(padded.workspace_bytes(), (27 * tiles + 2) * vectors + sizeof(float) * 3 * 4 * 10);
    opts.configuration = "c=3,rows=2,x=1";
    const sparse_conv2d of_src(conv2d_problem::parse("conv2d ic=3 oc=5 ih=4 iw=8"), opts);
    EXPECT_EQ(of_src.workspace_bytes(), (3 * tiles + 2) * vectors);
}

TEST(SparseConv2d, RuleLiftsWhereItPaysAndWhereImagesLieSo) {
    const auto taken = [](const std::string &problem, layout format, double density) {
        sparse_conv2d_options opts;
        opts.layouts = {format, format};
        opts.density = density;
        return sparse_conv2d(conv2d_problem::parse("conv2d kh=3 kw=3 ph=1 pw=1 " + problem), opts)
            .solver();
    };
    EXPECT_EQ(taken("ic=128 oc=128 ih=8 iw=8", layout::nchw, 0.16), "lifted");
    EXPECT_EQ(taken("ic=128 oc=128 ih=8 iw=8", layout::nchw, 0.01), "shifted");
    EXPECT_EQ(taken("ic=128 oc=128 ih=8 iw=8 post=max_pool:2x2:2x2:0x0", layout::nchw, 0.16),
              "lifted");
    EXPECT_EQ(taken("ic=128 oc=128 ih=8 iw=8 post=max_pool:3x3:2x2:1x1", layout::nchw, 0.16),
              "shifted");
    EXPECT_EQ(taken("ic=16 oc=16 ih=8 iw=8", layout::nchw, 0.2), "shifted");
    EXPECT_EQ(taken("ic=512 oc=512 ih=14 iw=14", layout::nchw, 0.005), "shifted");
    EXPECT_EQ(taken("ic=128 oc=128 ih=56 iw=56", layout::nchw, 0.3), "lifted");
    EXPECT_EQ(taken("ic=16 oc=16 ih=8 iw=8", layout::lifted, 0.2), "lifted");
    EXPECT_EQ(taken("ic=16 oc=16 ih=8 iw=8", layout::lifted, 0.9), "lifted");
    // Seven rows do not divide into blocks.
    EXPECT_EQ(taken("ic=3 oc=2 ih=7 iw=7", layout::lifted, 0.2), "naive");
}

TEST(SparseConv2d, DenseSolversTakeOverWhereFewWeightsAreZeros) {
    sparse_conv2d_options opts;
    opts.density = 0.7;
    const sparse_conv2d layer(small, opts);
    EXPECT_EQ(layer.solver(), "dense_direct");
    EXPECT_EQ(layer.pack(oracle::compressed(std::vector<float>(5 * 27, 1.0f), small)).nonzeros(),
              5 * 27);
    opts.density = 0.05;
    opts.solver = "dense_direct";
    EXPECT_TRUE(
        refused(small.text(), opts, {"too few non-zeros: density=0.05, must be at least 0.1"}));
    opts.density = 0.7;
    opts.layouts = {layout::lifted, layout::nchw};
    EXPECT_TRUE(refused("conv2d ic=3 oc=5 ih=8 iw=8", opts, {"images in the lifted layout"}));
    sparse_conv2d_task object{small, {}, machine::here(), 0.7, true};
    object.pattern = std::make_shared<const sparse::csr_matrix>(no_weights);
    for (const solver_verdict &one : all_sparse_conv2d_solvers().verdicts(object)) {
        EXPECT_EQ(one.solver.rfind("dense_", 0) == 0, !one.why_not.empty()) << one.solver;
    }
}

TEST(SparseConv2d, DenseSolversTakeOverPoolingsToo) {
    const auto taken = [](const std::string &pooling) {
        sparse_conv2d_options opts;
        opts.density = 0.7;
        return sparse_conv2d(
                   conv2d_problem::parse("conv2d ic=3 oc=5 ih=8 iw=8 kh=3 kw=3 post=" + pooling),
                   opts)
            .solver();
    };
    EXPECT_EQ(taken("max_pool:2x2:2x2:0x0"), "dense_direct");
    EXPECT_EQ(taken("max_pool:3x3:2x2:1x1"), "dense_pooled_bands");
}

/// The tiling of lifted images with first- and second-level caches of 32 and 512 KiB.
struct lifted_tiling {
    sparse_conv2d_task task;
    lane_grid grid;
    configuration chosen;

    lifted_tiling(const std::string &sizes, double density)
        : task{conv2d_problem::parse("conv2d kh=3 kw=3 ph=1 pw=1 " + sizes).completed(),
               {layout::lifted, layout::lifted},
               machine(),
               density},
          grid(lane_grid::of(task.problem.dst_extents())),
          chosen(default_tiling(task, grid, grid.lanes())) {}

    int sums() const { return chosen.at("x") * chosen.at("y"); }
    tiling blocking() const { return {task, grid, grid.lanes(), chosen}; }
};

TEST(SparseConv2d, WhatAPassMeetsStaysInTheFirstLevelCache) {
    const lifted_tiling few("mb=16 ic=4 oc=4 ih=16 iw=16", 0.2);
    EXPECT_EQ(few.sums(), 16);
    EXPECT_EQ(few.chosen.at("c"), 4);
    const lifted_tiling many("mb=16 ic=64 oc=64 ih=16 iw=16", 0.2);
    EXPECT_LE(many.chosen.at("c"), channels_in_cache(many.task, many.blocking()));
}

TEST(SparseConv2d, PassesAreForFiltersWithManyNonZeros) {
    const std::string sizes = "ic=512 oc=512 ih=28 iw=28";
    EXPECT_EQ(lifted_tiling(sizes, 0.01).chosen.at("c"), 512);
    EXPECT_LT(lifted_tiling(sizes, 0.1).chosen.at("c"), 40);
}

TEST(SparseConv2d, ChannelsOfALiftedCopyBeginInDifferentSetsOfTheCache) {
    const lifted_tiling rows_of_16("ic=128 oc=128 ih=56 iw=56", 0.16);
    const copy_strides format = rows_of_16.blocking().strides(rows_of_16.task.problem);
    EXPECT_EQ(format.row % 32, 0);
    EXPECT_EQ(format.plane % 32, 16);
}

TEST(SparseConv2d, SlabsEndWhereTilesDo) {
    const configuration chosen = lifted_tiling("mb=16 ic=16 oc=16 ih=28 iw=32", 0.2).chosen;
    EXPECT_EQ(28 % (chosen.at("slab") * chosen.at("y")), 0);
    EXPECT_LT(chosen.at("slab") * chosen.at("y"), 28);
}

TEST(SparseConv2d, RefusesWeightsOfAnotherSize) {
    const sparse_conv2d layer(small);
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            layer.pack(sparse::csr_matrix(4, 27, {{}, {}, {0, 0, 0, 0, 0}}));
        },
        {"pack: weights are 4x27, must be oc x ic * kh * kw = 5x27"}));
}

TEST(SparseConv2d, MissingAndSuperfluousTensorsAreRefused) {
    const sparse_conv2d layer(small);
    const sparse_conv2d::packed_weights packed = layer.pack(no_weights);
    std::vector<float> any(1000);
    float *there = any.data();
    const auto refused_run = [&](const float *src, const float *bias, float *dst,
                                 const std::string &part) {
        return oracle::throws<user_error>([&] { layer.run(src, packed, bias, dst); }, {part});
    };
    EXPECT_TRUE(refused_run(nullptr, nullptr, there, "src is null"));
    EXPECT_TRUE(refused_run(there, there, there, "bias is given, but the problem has none"));
    EXPECT_TRUE(refused_run(there, nullptr, nullptr, "dst is null"));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { layer.run(there, sparse_conv2d::packed_weights(), nullptr, there); },
        {"weights were packed for another convolution"}));
}

TEST(SparseConv2d, AnEmptyBatchTouchesNothing) {
    conv2d_problem problem = small;
    problem.mb = 0;
    const sparse_conv2d layer(problem);
    layer.run(nullptr, layer.pack(no_weights), nullptr, nullptr);
    EXPECT_TRUE(sparse_conv2d::find(problem).empty());
    sparse_conv2d_options opts;
    opts.density = 1;
    EXPECT_EQ(sparse_conv2d(problem, opts).solver(), "dense_direct");
}

TEST(SparseConv2d, WithoutNonZerosTheResultIsTheBias) {
    conv2d_problem problem = small;
    problem.bias = true;
    const sparse_conv2d layer(problem);
    const std::vector<float> src(3 * 6 * 7, 1.0f), bias = {1, 2, 3, 4, 5};
    std::vector<float> dst(5 * 4 * 5);
    layer.run(src.data(), layer.pack(no_weights), bias.data(), dst.data());
    for (std::size_t i = 0; i < dst.size(); i++) {
        EXPECT_EQ(dst[i], bias[i / 20]);
    }
}

TEST(SparseConv2d, RecordsHoldForDensitiesOfTheSameTwoDigits) {
    const auto key = [](double density) {
        return sparse_conv2d_task{small, {}, machine::here(), density}.perf_key();
    };
    EXPECT_EQ(key(0.1612), "sparse_" + small.text() + " src=nchw dst=nchw density=0.16");
    EXPECT_EQ(key(0.1612), key(0.1588));
    EXPECT_NE(key(0.0041), key(0.0039));
}

TEST(SparseConv2d, FindRanksSolversAndTheirWinnerIsTakenAfterwards) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("sparse_find_test." + std::to_string(getpid()));
    perf_db db((folder / "perf.sqlite").string());
    sparse_find_options opts;
    opts.solvers = {"shifted", "naive"};
    opts.configurations = 2;
    opts.repeats = 1;
    opts.results = &db;
    opts.density = 0.3;
    opts.seconds = 0;
    const std::vector<find_result> results = sparse_conv2d::find(small, opts);
    ASSERT_EQ(results.size(), 3u);
    for (std::size_t i = 0; i < results.size(); i++) {
        EXPECT_EQ(results[i].why_not, "");
        EXPECT_GE(results[i].record.milliseconds, results[0].record.milliseconds);
    }
    sparse_conv2d_options measured;
    measured.results = &db;
    measured.density = 0.3;
    const sparse_conv2d layer(small, measured);
    EXPECT_EQ(layer.solver(), results.front().record.solver);
    EXPECT_EQ(layer.configuration(), results.front().record.configuration);
    std::filesystem::remove_all(folder);
}

TEST(SparseConv2d, FindTakesTheWeightsAndRemembersTheirDensity) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("sparse_find_test." + std::to_string(getpid()));
    perf_db db((folder / "perf.sqlite").string());
    find_options opts;
    opts.configurations = opts.repeats = 1;
    opts.results = &db;
    opts.seconds = 0;
    std::vector<float> plain(5 * 27, 0.5f);
    oracle::prune(plain, small, 0.09, true, 1);
    const sparse::csr_matrix weights = oracle::compressed(plain, small);
    const std::vector<find_result> results = sparse_conv2d::find(small, weights, opts);
    ASSERT_EQ(results.size(), sparse_conv2d_solvers(small).size());
    EXPECT_EQ(results[0].why_not, "");
    EXPECT_EQ(results[1].why_not, "");
    const auto naive = std::find_if(results.begin(), results.end(), [](const find_result &one) {
        return one.record.solver == "naive";
    });
    ASSERT_NE(naive, results.end());
    EXPECT_EQ(naive->why_not, "slow, and timed only by name or where no other solver counts");
    const sparse_conv2d_task same{small, {}, machine::here(), weights.density()};
    EXPECT_FALSE(db.records(machine::here().fingerprint(), same.perf_key()).empty());
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            sparse_conv2d::find(small, sparse::csr_matrix(4, 27, {{}, {}, {0, 0, 0, 0, 0}}), opts);
        },
        {"find: weights are 4x27, must be oc x ic * kh * kw = 5x27"}));
    std::filesystem::remove_all(folder);
}

TEST(SparseConv2d, LeavesTheUsersFunctionAlone) {
    init("of_the_user");
    const sparse_conv2d layer(small);
    EXPECT_EQ(global::get_implicit_function()->get_name(), "of_the_user");
}

} // namespace
} // namespace tiramisu::nn
