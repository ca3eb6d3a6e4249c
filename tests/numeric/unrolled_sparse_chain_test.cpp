// Sparse chains whose steps have code for each non-zero of their patterns.

#include <gtest/gtest.h>

#include "support/pruned_chain.h"
#include "support/temporary_folder.h"

namespace tiramisu {
namespace {

using nn::layout;
using oracle::parsed_conv2d;

/// A chain with the solver "unrolled" wherever that is able, and without.
class UnrolledSparseChain : public ::testing::Test {
protected:
    nn::sparse_conv2d_chain_options opts;

    UnrolledSparseChain() : results_(folder_ / "perf.sqlite") {
        opts.between = layout::nchw;
        opts.results = &results_;
    }

    /// The chain is right, and has these solvers, the shortcut's last; "" stands for any other.
    void expect_right(const oracle::pruned_chain &chain, const std::vector<std::string> &solvers) {
        chain.prefer("unrolled", opts, results_);
        const nn::sparse_conv2d_chain made = chain.compiled(opts);
        EXPECT_LE(chain.error_of(made, opts.layouts), 2e-6);
        for (std::size_t i = 0; i < solvers.size(); i++) {
            const nn::sparse_conv2d &member =
                i < made.steps().size() ? made.steps()[i] : *made.shortcut();
            EXPECT_EQ(member.solver() == "unrolled", solvers[i] == "unrolled") << "member " << i;
        }
    }

private:
    testing::temporary_folder folder_;
    nn::perf_db results_;
};

TEST_F(UnrolledSparseChain, ResidualBlocks) {
    for (const std::string sizes : {"mb=6 ih=8 iw=8", "mb=1 ih=7 iw=19"}) {
        SCOPED_TRACE(sizes);
        const oracle::pruned_chain block(oracle::residual_block(sizes));
        opts.patterns = block.patterns();
        expect_right(block, {"unrolled", "unrolled"});
    }
}

TEST_F(UnrolledSparseChain, WhateverLiesBetween) {
    const oracle::pruned_chain block(oracle::residual_block("mb=2 ih=8 iw=8"));
    opts.patterns = block.patterns();
    for (const layout between : {layout::nhwc, layout::nchw16c}) {
        opts.between = between;
        expect_right(block, {"unrolled", "unrolled"});
    }
    opts.between = layout::lifted;
    expect_right(block, {"", ""});
}

TEST_F(UnrolledSparseChain, LiftedEndsHaveOtherSolvers) {
    const oracle::pruned_chain chain({parsed_conv2d("ic=4 oc=4 ih=8 iw=8 kh=3 kw=3 ph=1 pw=1"),
                                      parsed_conv2d("ic=4 oc=3 ih=8 iw=8 kh=3 kw=3 ph=1 pw=1"),
                                      parsed_conv2d("ic=3 oc=4 ih=8 iw=8 kh=3 kw=3 ph=1 pw=1")});
    opts.patterns = chain.patterns();
    opts.layouts = {layout::lifted, layout::lifted};
    expect_right(chain, {"", "unrolled", ""});
}

TEST_F(UnrolledSparseChain, APoolingIsLeftToOthers) {
    const std::string size = "mb=2 ih=8 iw=12 kh=3 kw=3 ph=1 pw=1 bias=1 ";
    const std::string pooled = size + "post=relu+max_pool:2x2:2x2:0x0 ";
    const oracle::pruned_chain conv_relu_max_pool({parsed_conv2d(pooled + "ic=3 oc=6")});
    opts.patterns = conv_relu_max_pool.patterns();
    expect_right(conv_relu_max_pool, {""});
    const oracle::pruned_chain vgg_block(
        {parsed_conv2d(size + "ic=3 oc=6 post=relu"), parsed_conv2d(pooled + "ic=6 oc=4")});
    opts.patterns = vgg_block.patterns();
    expect_right(vgg_block, {"unrolled", ""});
}

TEST_F(UnrolledSparseChain, AShortcutHasAPatternToo) {
    const oracle::pruned_chain block(oracle::projected_block("1"), oracle::projection("1"));
    opts.patterns = block.patterns();
    expect_right(block, {"unrolled", "unrolled", "unrolled"});
}

TEST_F(UnrolledSparseChain, SomeMembersHaveAPattern) {
    const oracle::pruned_chain block(oracle::projected_block("6"), oracle::projection("6"));
    opts.patterns = block.patterns();
    opts.patterns[1] = std::nullopt;
    expect_right(block, {"unrolled", "", "unrolled"});
    opts.patterns = {std::nullopt, block.patterns()[1], std::nullopt};
    expect_right(block, {"", "unrolled", ""});
}

} // namespace
} // namespace tiramisu
