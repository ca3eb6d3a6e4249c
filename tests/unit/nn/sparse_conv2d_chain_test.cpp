#include "tiramisu/nn/sparse_conv2d_chain.h"

#include <gtest/gtest.h>

#include "support/conv2d_run.h"
#include "support/picture_layouts.h"
#include "support/sparse_weights.h"
#include "support/throws.h"

namespace tiramisu::nn {
namespace {

using problems = std::vector<conv2d_problem>;

conv2d_problem parsed(const std::string &text) {
    return conv2d_problem::parse("conv2d " + text);
}

/// ResNet's basic block, of so many pictures.
problems residual_block(const std::string &pictures) {
    const std::string sizes = "mb=" + pictures + " ic=5 oc=5 ih=8 iw=8 kh=3 kw=3 ph=1 pw=1 ";
    return {parsed(sizes + "bias=1 post=relu"), parsed(sizes + "post=residual_add+relu")};
}
/// The second picture does not divide into blocks.
const problems odd_block = {
    parsed("mb=3 ic=3 oc=6 ih=16 iw=16 kh=3 kw=3 post=relu"),
    parsed("mb=3 ic=6 oc=4 ih=14 iw=14 kh=3 kw=3 sh=2 sw=2 ph=1 pw=1 bias=1 post=relu")};

/// Off by how much the chain is, with random weights of half of the places.
double error_of(const problems &of, const sparse_conv2d_chain_options &how) {
    const sparse_conv2d_chain chain(of, how);
    std::vector<double> expected;
    std::vector<float> src;
    std::vector<oracle::conv2d_data> steps;
    std::vector<sparse::csr_matrix> weights;
    std::vector<const float *> biases;
    for (std::size_t i = 0; i < of.size(); i++) {
        steps.emplace_back(of[i].completed(), static_cast<unsigned>(i + 1));
        oracle::prune(steps[i].weights, of[i], 0.5, true, 7);
        weights.push_back(oracle::compressed(steps[i].weights, of[i]));
    }
    src = oracle::arranged(steps[0].src, how.layouts.src, of[0].src_extents());
    for (std::size_t i = 0; i < of.size(); i++) {
        biases.push_back(of[i].bias ? steps[i].bias.data() : nullptr);
        steps[i].residual = steps[0].src;
        if (i > 0) {
            steps[i].src.assign(expected.begin(), expected.end());
        }
        expected = oracle::reference_conv2d(of[i], steps[i]);
    }
    const auto extents = of.back().dst_extents();
    std::vector<float> dst(element_count(how.layouts.dst, extents));
    chain.run(src.data(), chain.pack(weights), biases, dst.data());
    return oracle::largest_error(expected, oracle::plain(dst, how.layouts.dst, extents));
}

TEST(SparseConv2dChain, ComputesItsStepsOneAfterTheOther) {
    sparse_conv2d_chain_options plain, lifted;
    lifted.layouts = {layout::lifted, layout::lifted};
    EXPECT_LE(error_of(odd_block, plain), 2e-6);
    for (const std::string pictures : {"1", "6", "32"}) {
        SCOPED_TRACE(pictures);
        EXPECT_LE(error_of(residual_block(pictures), plain), 2e-6);
        EXPECT_LE(error_of(residual_block(pictures), lifted), 2e-6);
    }
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
    const auto refused = [](const problems &of, const sparse_conv2d_chain_options &how,
                            const std::vector<std::string> &parts) {
        return oracle::throws<user_error>([&] { sparse_conv2d_chain(of, how); }, parts);
    };
    sparse_conv2d_chain_options how;
    EXPECT_TRUE(refused({}, how, {"has no steps"}));
    EXPECT_TRUE(refused({block[0], odd_block[1]}, how, {"step 2", "has src of 3x6x14x14"}));
    how.densities = {0.2};
    EXPECT_TRUE(refused(block, how, {"chain of 2 steps", "densities", "are 1", "one a step"}));
    how.densities = {};
    how.solver = "shifted";
    EXPECT_TRUE(refused(block, how, {"solver \"shifted\"", "must be \"auto\""}));
    const sparse_conv2d_chain chain(block);
    EXPECT_TRUE(oracle::throws<user_error>([&] { chain.pack({}); },
                                           {"chain of 2 steps", "pack: 0 weights are given"}));
    EXPECT_TRUE(oracle::throws<user_error>([&] { chain.run(nullptr, {}, {}, nullptr); },
                                           {"run: 0 weights are given"}));
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
