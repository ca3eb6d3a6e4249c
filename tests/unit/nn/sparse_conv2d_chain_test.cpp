#include "tiramisu/nn/sparse_conv2d_chain.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "support/chain_run.h"
#include "support/chains.h"
#include "support/layer_values.h"
#include "support/pruned_chain.h"
#include "support/temporary_folder.h"
#include "support/throws.h"

namespace tiramisu::nn {
namespace {

using oracle::parsed_conv2d;
using oracle::projected_block;
using oracle::projection;
using problems = oracle::conv2d_steps;

problems residual_block(const std::string &images) {
    return oracle::residual_block("mb=" + images + " ih=8 iw=8");
}
/// Two convolutions and a pooling, as in VGG.
const problems pooled_block = {
    parsed_conv2d("mb=16 ic=3 oc=6 ih=8 iw=12 kh=3 kw=3 ph=1 pw=1 post=relu"),
    parsed_conv2d(
        "mb=16 ic=6 oc=4 ih=8 iw=12 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu+max_pool:2x2:2x2:0x0")};
/// The second image does not divide into blocks.
const problems odd_block = {
    parsed_conv2d("mb=3 ic=3 oc=6 ih=16 iw=16 kh=3 kw=3 post=relu"),
    parsed_conv2d("mb=3 ic=6 oc=4 ih=14 iw=14 kh=3 kw=3 sh=2 sw=2 ph=1 pw=1 bias=1 post=relu")};

double error_of(const problems &of, const sparse_conv2d_chain_options &opts,
                const std::optional<conv2d_problem> &shortcut = std::nullopt) {
    const oracle::pruned_chain chain(of, shortcut);
    return chain.error_of(chain.compiled(opts), opts.layouts);
}

TEST(SparseConv2dChain, ComputesItsStepsOneAfterTheOther) {
    sparse_conv2d_chain_options plain, lifted;
    lifted.layouts = {layout::lifted, layout::lifted};
    EXPECT_LE(error_of(odd_block, plain), 2e-6);
    for (const std::string images : {"1", "6", "32"}) {
        SCOPED_TRACE(images);
        EXPECT_LE(error_of(residual_block(images), plain), 2e-6);
        EXPECT_LE(error_of(residual_block(images), lifted), 2e-6);
    }
    EXPECT_LE(error_of(pooled_block, plain), 2e-6);
    EXPECT_LE(error_of(pooled_block, lifted), 2e-6);
}

/// Each element is an edge of its block, rows of blocks are single ones, or all images are lanes.
TEST(SparseConv2dChain, BlocksMeetTheirNeighboursInEveryStep) {
    sparse_conv2d_chain_options opts;
    opts.layouts = {layout::lifted, layout::lifted};
    for (const std::string sizes : {"mb=1 ih=4 iw=4", "mb=1 ih=4 iw=20", "mb=2 ih=12 iw=4",
                                    "mb=8 ih=5 iw=6", "mb=16 ih=1 iw=3"}) {
        SCOPED_TRACE(sizes);
        EXPECT_EQ(sparse_conv2d_chain(oracle::residual_block(sizes), opts).steps()[1].solver(),
                  "lifted");
        EXPECT_LE(error_of(oracle::residual_block(sizes), opts), 2e-6);
    }
}

TEST(SparseConv2dChain, AShortcutMakesWhatIsAdded) {
    sparse_conv2d_chain_options opts;
    for (const std::string images : {"1", "6", "32"}) {
        SCOPED_TRACE(images);
        for (const layout dst : {layout::nchw, layout::lifted}) {
            opts.layouts = {layout::nchw, dst};
            EXPECT_LE(error_of(projected_block(images), opts, projection(images)), 2e-6);
        }
        opts.layouts = {layout::lifted, layout::lifted};
        opts.densities = {0.5, 0.5, 1};
        EXPECT_LE(error_of(projected_block(images), opts, projection(images)), 2e-6);
    }
}

TEST(SparseConv2dChain, ImagesMayBeResizedFirst) {
    for (const std::string images : {"1", "6"}) {
        SCOPED_TRACE(images);
        const problems steps = residual_block(images);
        const auto first =
            resize_problem::parse("resize mb=" + images + " ic=5 ih=5 iw=11 oh=8 ow=8");
        std::mt19937 source;
        const auto given = oracle::random_floats(first.sources().front().size(), source),
                   bias = oracle::random_floats(5, source);
        std::vector<float> src(first.dst().size());
        resize(first).run({given.data()}, src.data());
        const sparse_conv2d_chain chain(first, steps), of_resized(steps);
        const auto weights = chain.pack(oracle::pruned_chain(steps).weights());
        EXPECT_EQ(oracle::run_chain(chain, given, weights, {bias, {}}, src.size()),
                  oracle::run_chain(of_resized, src, weights, {bias, {}}, src.size()));
        EXPECT_GT(chain.workspace_bytes(), of_resized.workspace_bytes());
    }
}

TEST(SparseConv2dChain, ResizedImagesHaveToFitTheFirstStep) {
    const auto refused = [](const std::string &words, const conv2d_layouts &layouts,
                            const std::string &reason) {
        sparse_conv2d_chain_options opts;
        opts.layouts = layouts;
        const auto first = resize_problem::parse("resize mb=2 ic=5 ih=12 iw=5 " + words);
        return oracle::throws<user_error>(
            [&] { sparse_conv2d_chain(first, residual_block("2"), opts); },
            {"problem \"resize", "before step 1", reason});
    };
    EXPECT_TRUE(refused("oh=7 ow=8", {}, "leaves 2x5x7x8, but step 1 has src of 2x5x8x8"));
    EXPECT_TRUE(refused("oh=8 ow=8", {layout::lifted, layout::lifted},
                        "lies as nchw, but the chain's src as lifted; they must be equal"));
}

TEST(SparseConv2dChain, WhatAShortcutLeavesIsPartOfTheWorkspace) {
    sparse_conv2d_chain_options opts;
    opts.layouts = {layout::lifted, layout::lifted};
    const sparse_conv2d_chain chain(projection("32"), projected_block("32"), opts);
    EXPECT_EQ(chain.workspace_bytes(), 2u * 16 * 6 * 8 * 8 * sizeof(float));
    ASSERT_NE(chain.shortcut(), nullptr);
    EXPECT_EQ(chain.shortcut()->solver(), "lifted");
    EXPECT_EQ(chain.shortcut()->problem().mb, 16);
    EXPECT_EQ(sparse_conv2d_chain(residual_block("1")).shortcut(), nullptr);
}

TEST(SparseConv2dChain, WhatLiesBetweenIsLiftedWhereItCanBe) {
    const sparse_conv2d_chain lifted(residual_block("32"));
    EXPECT_EQ(lifted.steps()[0].solver(), "lifted");
    EXPECT_EQ(lifted.steps()[0].problem().mb, 16);
    EXPECT_EQ(lifted.workspace_bytes(), 16u * 5 * 8 * 8 * sizeof(float));
    EXPECT_EQ(sparse_conv2d_chain(odd_block).steps()[0].solver(), "shifted");
}

TEST(SparseConv2dChain, RefusesStepsThatDoNotFitAndWhatIsNotOneAStep) {
    const problems block = residual_block("1");
    const auto refused = [](const problems &of, const sparse_conv2d_chain_options &opts,
                            const std::vector<std::string> &parts) {
        return oracle::throws<user_error>([&] { sparse_conv2d_chain(of, opts); }, parts);
    };
    sparse_conv2d_chain_options opts;
    EXPECT_TRUE(refused({}, opts, {"has no steps"}));
    EXPECT_TRUE(refused({block[0], odd_block[1]}, opts, {"step 2", "has src of 3x6x14x14"}));
    opts.densities = {0.2};
    EXPECT_TRUE(refused(block, opts, {"chain of 2 steps", "densities", "are 1", "one a step"}));
    opts.densities = {};
    opts.configuration = "x=4";
    EXPECT_TRUE(refused(block, opts, {"configuration \"x=4\"", "must be empty: steps have"}));
    const sparse_conv2d_chain chain(block);
    EXPECT_TRUE(oracle::throws<user_error>([&] { chain.pack({}); },
                                           {"chain of 2 steps", "pack: 0 weights are given"}));
    EXPECT_TRUE(oracle::throws<user_error>([&] { chain.run(nullptr, {}, {}, nullptr); },
                                           {"run: 0 weights are given"}));
}

TEST(SparseConv2dChain, RefusesShortcutsThatDoNotFit) {
    const problems block = projected_block("2");
    const auto refused = [](const conv2d_problem &shortcut, const problems &of,
                            const std::vector<std::string> &parts) {
        return oracle::throws<user_error>([&] { sparse_conv2d_chain(shortcut, of); }, parts);
    };
    EXPECT_TRUE(
        refused(projection("1"), block,
                {"step 2", "adds the shortcut's result of 1x6x8x8 to a result of 2x6x8x8"}));
    EXPECT_TRUE(refused(parsed_conv2d("mb=2 ic=3 oc=6 ih=16 iw=16 sh=2 sw=2"), block,
                        {"shortcut: has src of 2x3x16x16, but step 1 has src of 2x4x16x16"}));
    EXPECT_TRUE(refused(parsed_conv2d("mb=2 ic=4 oc=6 ih=16 iw=16 sh=2 sw=2 post=residual_add"),
                        block,
                        {"shortcut: has a residual_add, for which there is nothing to add"}));
    EXPECT_TRUE(refused(projection("2"), {block[0]},
                        {"shortcut: is given, but no step has a residual_add"}));
    sparse_conv2d_chain_options opts;
    opts.densities = {0.1, 0.1};
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { sparse_conv2d_chain(projection("2"), block, opts); },
        {"chain of 2 steps and a shortcut", "are 2, must be one a step and the shortcut's"}));
}

TEST(SparseConv2dChain, TakesWhatWasFoundForItsStepsAndTheirDensities) {
    const testing::temporary_folder folder;
    perf_db db((std::filesystem::path(folder.path()) / "perf.sqlite").string());
    sparse_chain_find_options opts;
    opts.solvers = {"naive"};
    opts.configurations = opts.repeats = 1;
    opts.results = &db;
    opts.densities = {0.2, 0.3, 0.4};
    const std::vector<std::vector<find_result>> results =
        sparse_conv2d_chain::find(projection("3"), projected_block("3"), opts);
    ASSERT_EQ(results.size(), 3u);
    EXPECT_EQ(results[2].front().record.solver, "naive");
    sparse_conv2d_chain_options found;
    found.results = &db;
    found.densities = {0.2, 0.1, 0.4};
    const sparse_conv2d_chain chain(projection("3"), projected_block("3"), found);
    EXPECT_EQ(chain.steps()[0].solver(), "naive");
    EXPECT_NE(chain.steps()[1].solver(), "naive");
    EXPECT_EQ(chain.shortcut()->solver(), "naive");
    opts.densities.clear();
    EXPECT_EQ(sparse_conv2d_chain::find(residual_block("3"), opts).size(), 2u);
    opts.densities = {0.2};
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { sparse_conv2d_chain::find(residual_block("3"), opts); },
                                   {"chain of 2 steps", "densities", "are 1, must be one a step"}));
}

TEST(SparseConv2dChain, AnEmptyBatchTouchesNothing) {
    const sparse_conv2d_chain chain(residual_block("0"));
    chain.run(nullptr,
              chain.pack({sparse::csr_matrix(5, 45, {{}, {}, {0, 0, 0, 0, 0, 0}}),
                          sparse::csr_matrix(5, 45, {{}, {}, {0, 0, 0, 0, 0, 0}})}),
              {nullptr, nullptr}, nullptr);
}

} // namespace
} // namespace tiramisu::nn
