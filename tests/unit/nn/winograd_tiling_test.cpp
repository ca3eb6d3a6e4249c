#include "nn/layers/conv2d/solvers/winograd_tiling.h"

#include <gtest/gtest.h>

namespace tiramisu::nn {
namespace {

/// Of a machine with 1 MiB of second-level cache.
configuration chosen_for(int channels, int size, int threads = 1, const std::string &post = "") {
    conv2d_problem problem;
    problem.ic = problem.oc = channels;
    problem.ih = problem.iw = size;
    problem.kh = problem.kw = 3;
    problem.ph = problem.pw = 1;
    machine target;
    target.l2_bytes = 1 << 20;
    target.threads = threads;
    return default_winograd_tiling(
        {conv2d_problem::parse(problem.completed().text() + post), {}, target});
}

TEST(WinogradTiling, BlocksKeepTheSpectrumInHalfOfTheSecondLevelCache) {
    // 129 KiB a row of 14 tiles, 258 KiB one of 28; rows are a multiple of a block's.
    EXPECT_EQ(chosen_for(64, 56).at("t_block"), 2);
    EXPECT_EQ(chosen_for(128, 56).at("t_block"), 2);
    EXPECT_EQ(chosen_for(64, 112).at("t_block"), 2);
    EXPECT_EQ(chosen_for(64, 16).at("t_block"), 4);
}

TEST(WinogradTiling, FewTilesDoNotWaitForWeightsInEachBlock) {
    // A row of tiles would use each of 2.25 MiB of weights 7 times, two rows each of 9 MiB 8 times.
    EXPECT_EQ(chosen_for(128, 28).at("t_block"), 7);
    EXPECT_EQ(chosen_for(256, 14).at("t_block"), 4);
}

TEST(WinogradTiling, WeightsThatComeFromMemoryAreReadOnce) {
    const configuration chosen = chosen_for(512, 28); // 36 MiB of weights
    EXPECT_EQ(chosen.at("m"), 4);
    EXPECT_EQ(chosen.at("t_block"), 7);
}

TEST(WinogradTiling, BlocksOfFiltersAreFull) {
    EXPECT_EQ(chosen_for(128, 28).at("f_vectors"), 2); // 8 vectors: three of 3 would compute 9
    EXPECT_EQ(chosen_for(192, 36).at("f_vectors"), 3);
}

TEST(WinogradTiling, FewTilesTakeTheSmallerWeights) {
    EXPECT_EQ(chosen_for(512, 7).at("m"), 2);
    EXPECT_EQ(chosen_for(512, 14).at("m"), 4);
    EXPECT_EQ(chosen_for(128, 7).at("m"), 4);
}

TEST(WinogradTiling, EveryThreadHasABlock) {
    EXPECT_EQ(chosen_for(512, 14, 2).at("t_block"), 2);
}

TEST(WinogradTiling, WindowsOfThreeTakeTilesOfSix) {
    EXPECT_EQ(chosen_for(64, 18, 1, " post=max_pool:3x3:3x3:0x0").at("m"), 6);
}

} // namespace
} // namespace tiramisu::nn
