#include "tiramisu/nn/conv2d_chain.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/chain_run.h"
#include "support/chains.h"
#include "support/conv2d_run.h"
#include "support/layer_values.h"
#include "support/throws.h"

namespace tiramisu::nn {
namespace {

using oracle::parsed_conv2d;
using problems = oracle::conv2d_steps;

const problems residual_block = oracle::residual_block("mb=2 ih=7 iw=9");
/// VGG's, with 16 channels between.
const problems pooling_block = {
    parsed_conv2d("mb=2 ic=3 oc=16 ih=8 iw=8 kh=3 kw=3 ph=1 pw=1 post=relu"),
    parsed_conv2d(
        "mb=2 ic=16 oc=4 ih=8 iw=8 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu+max_pool:2x2:2x2:0x0")};

/// Of steps, and of a shortcut behind them.
struct chain_data {
    std::vector<oracle::conv2d_data> steps;

    explicit chain_data(const problems &chain) {
        for (const conv2d_problem &one : chain) {
            steps.emplace_back(one, static_cast<unsigned>(steps.size() + 1));
        }
    }
};

std::vector<double> expected(const problems &chain, const chain_data &data,
                             const std::vector<float> &added) {
    std::vector<double> result;
    for (std::size_t i = 0; i < chain.size(); i++) {
        oracle::conv2d_data one = data.steps[i];
        one.residual = added;
        if (i > 0) {
            one.src.assign(result.begin(), result.end());
        }
        result = oracle::reference_conv2d(chain[i], one);
    }
    return result;
}

std::vector<double> expected(const problems &chain, const chain_data &data) {
    return expected(chain, data, data.steps.front().src);
}

std::vector<float> computed(const conv2d_chain &chain, const problems &of, const chain_data &data,
                            const std::vector<float> &src) {
    std::vector<const float *> weights;
    std::vector<std::vector<float>> biases;
    for (const oracle::conv2d_data &one : data.steps) {
        weights.push_back(one.weights.data());
        biases.push_back(one.bias);
    }
    const std::size_t dst_size =
        element_count(layout::nchw, chain.steps().back().problem().dst_extents()) *
        static_cast<std::size_t>(of.front().mb);
    return oracle::run_chain(chain, src, chain.pack(weights), biases, dst_size);
}

std::vector<float> computed(const conv2d_chain &chain, const problems &of, const chain_data &data) {
    return computed(chain, of, data, data.steps.front().src);
}

TEST(Conv2dChain, ComputesItsStepsOneAfterTheOther) {
    for (const problems &one : {residual_block, pooling_block}) {
        const chain_data data(one);
        EXPECT_LE(
            oracle::largest_error(expected(one, data), computed(conv2d_chain(one), one, data)),
            2e-6);
    }
}

TEST(Conv2dChain, ImagesMayBeResizedFirst) {
    const auto first = resize_problem::parse("resize mb=2 ic=5 ih=12 iw=5 oh=7 ow=9");
    chain_data data(residual_block);
    std::mt19937 source;
    const auto given = oracle::random_floats(first.sources().front().size(), source);
    resize(first).run({given.data()}, data.steps.front().src.data());
    const conv2d_chain chain(first, residual_block);
    EXPECT_EQ(chain.workspace_bytes(), 2 * 5 * 7 * 9 * sizeof(float));
    const std::vector<double> result = expected(residual_block, data);
    EXPECT_LE(oracle::largest_error(result, computed(chain, residual_block, data, given)), 2e-6);
}

TEST(Conv2dChain, AShortcutMakesWhatIsAdded) {
    for (const std::string images : {"1", "3"}) {
        const problems steps = oracle::projected_block(images);
        const conv2d_problem shortcut = oracle::projection(images);
        problems all = steps;
        all.push_back(shortcut);
        chain_data data(all);
        data.steps.back().src = data.steps.front().src;
        const std::vector<double> added = oracle::reference_conv2d(shortcut, data.steps.back());
        const conv2d_chain chain(shortcut, steps);
        const std::vector<double> result = expected(steps, data, {added.begin(), added.end()});
        EXPECT_LE(oracle::largest_error(result, computed(chain, all, data)), 2e-6) << images;
    }
}

TEST(Conv2dChain, WhatAShortcutLeavesIsPartOfTheWorkspace) {
    const conv2d_chain chain(oracle::projection("3"), oracle::projected_block("3"));
    EXPECT_EQ(chain.workspace_bytes(), 2u * 6 * 8 * 8 * sizeof(float));
    ASSERT_NE(chain.shortcut(), nullptr);
    EXPECT_EQ(chain.shortcut()->problem().mb, 1);
    EXPECT_EQ(conv2d_chain(residual_block).shortcut(), nullptr);
}

TEST(Conv2dChain, ShortcutsHaveToFit) {
    const problems block = oracle::projected_block("2");
    const auto refused = [&](const conv2d_problem &shortcut, const conv2d_options &opts,
                             const std::vector<std::string> &parts) {
        return oracle::throws<user_error>([&] { conv2d_chain(shortcut, block, opts); }, parts);
    };
    EXPECT_TRUE(
        refused(oracle::projection("1"), {},
                {"step 2", "adds the shortcut's result of 1x6x8x8 to a result of 2x6x8x8"}));
    EXPECT_TRUE(refused(parsed_conv2d("mb=2 ic=3 oc=6 ih=16 iw=16 sh=2 sw=2"), {},
                        {"shortcut: has src of 2x3x16x16, but step 1 has src of 2x4x16x16"}));
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { conv2d_chain(oracle::projection("2"), {block[0]}); },
                                   {"shortcut: is given, but no step has a residual_add"}));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            conv2d_chain(oracle::projection("2"), block).pack({nullptr, nullptr});
        },
        {"chain of 2 steps and a shortcut: pack: 2 weights are given, must be one a step and the "
         "shortcut's"}));
}

TEST(Conv2dChain, AResizedImageHasToFitTheFirstStep) {
    const auto refused = [](const std::string &words, const std::string &reason) {
        const auto first = resize_problem::parse("resize mb=2 ic=5 ih=12 iw=5 " + words);
        return oracle::throws<user_error>([&] { conv2d_chain(first, residual_block); },
                                          {"problem \"resize", "before step 1", reason});
    };
    EXPECT_TRUE(refused("oh=7 ow=8", "leaves 2x5x7x8, but step 1 has src of 2x5x7x9"));
    EXPECT_TRUE(
        refused("oh=7 ow=9 layout=nhwc", "lies as nhwc, but the chain's src as nchw; they must"));
}

TEST(Conv2dChain, WhatLiesBetweenStepsIsInBlocksWhereChannelsFillThem) {
    EXPECT_EQ(conv2d_chain(pooling_block).workspace_bytes(), 16 * 8 * 8 * sizeof(float));
    EXPECT_EQ(conv2d_chain(residual_block).workspace_bytes(), 5 * 7 * 9 * sizeof(float));
}

TEST(Conv2dChain, StepsHaveToFit) {
    const auto refused = [](problems chain, const conv2d_options &opts,
                            const std::vector<std::string> &parts) {
        return oracle::throws<user_error>([&] { conv2d_chain(chain, opts); }, parts);
    };
    EXPECT_TRUE(refused({}, {}, {"chain", "has no steps, must have at least one"}));
    EXPECT_TRUE(refused({pooling_block[0], residual_block[0]}, {},
                        {"step 2", "has src of 2x5x7x9, but step 1 leaves 2x16x8x8"}));
    problems wider = residual_block;
    wider[0].oc = wider[1].ic = wider[1].oc = 6;
    EXPECT_TRUE(
        refused(wider, {}, {"step 2", "adds the chain's src of 2x5x7x9 to a result of 2x6x7x9"}));
    conv2d_options mixed;
    mixed.layouts = {layout::nchw, layout::nhwc};
    EXPECT_TRUE(
        refused(residual_block, mixed, {"step 2", "lies as nchw, to a result that lies as nhwc"}));
    conv2d_options forced;
    forced.solver = "direct";
    forced.configuration = "c=4";
    EXPECT_TRUE(refused(residual_block, forced,
                        {"chain of 2 steps: configuration \"c=4\"", "must be empty: steps have"}));
    forced.configuration.clear();
    forced.solver = "fast";
    EXPECT_TRUE(refused(residual_block, forced, {"solver \"fast\""}));
    conv2d_options of_any_size;
    of_any_size.any_size = true;
    EXPECT_TRUE(refused(residual_block, of_any_size,
                        {"chain: any_size: is asked for, but images of a chain have one"}));
}

TEST(Conv2dChain, WeightsAndBiasesAreOneAStep) {
    const conv2d_chain chain(residual_block);
    EXPECT_TRUE(oracle::throws<user_error>([&] { chain.pack({nullptr}); },
                                           {"chain of 2 steps", "1 weights are given"}));
}

TEST(Conv2dChain, TakesWhatWasFoundForItsSteps) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("chain_test." + std::to_string(getpid()));
    perf_db db((folder / "perf.sqlite").string());
    find_options opts;
    opts.solvers = {"naive"};
    opts.configurations = opts.repeats = 1;
    opts.results = &db;
    ASSERT_EQ(find(residual_block, opts).size(), 2u);
    conv2d_options found;
    found.results = &db;
    const conv2d_chain chain(residual_block, found);
    EXPECT_EQ(chain.steps()[0].solver(), "naive");
    EXPECT_EQ(chain.steps()[1].solver(), "naive");
    const auto of_shortcut = find(oracle::projection("1"), oracle::projected_block("1"), opts);
    ASSERT_EQ(of_shortcut.size(), 3u);
    EXPECT_EQ(of_shortcut[2].front().record.solver, "naive");
    const conv2d_chain projected(oracle::projection("1"), oracle::projected_block("1"), found);
    EXPECT_EQ(projected.shortcut()->solver(), "naive");
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace tiramisu::nn
