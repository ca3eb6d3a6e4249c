#include "nn/framework/program/register_tile.h"

#include <gtest/gtest.h>

namespace tiramisu::nn {
namespace {

machine avx512() {
    machine target;
    target.lanes = 16;
    target.registers = 32;
    return target;
}

machine avx2() {
    machine target;
    target.lanes = 8;
    target.registers = 16;
    return target;
}

TEST(RegisterTile, SumsAndWeightsFitIntoTheRegisters) {
    for (const register_tile &tile : fitting_tiles(avx512())) {
        EXPECT_LE(tile.vectors * tile.columns + tile.vectors, 32);
    }
}

TEST(RegisterTile, AStepTakesAsLongAsItsMultiplyAddsAndItsLoop) {
    EXPECT_EQ(step_cycles({2, 1, 14}, {32, 1, 14}, avx512()), 14.5);
    EXPECT_EQ(step_cycles({2, 2, 7}, {64, 4, 14}, avx512()), 8 * 14.5);
}

TEST(RegisterTile, FewSumsWaitForTheirAdditions) {
    EXPECT_EQ(step_cycles({1, 1, 1}, {16, 1, 1}, avx512()), 4.5);
    EXPECT_EQ(step_cycles({1, 1, 28}, {16, 1, 29}, avx512()), 15 + 4.5); // and what is left
    EXPECT_EQ(step_cycles({2, 1, 14}, {48, 1, 14}, avx512()), 14.5 + 8); // 15 loads
    EXPECT_EQ(step_cycles({2, 1, 14}, {48, 1, 14, true}, avx512()), 2 * 14.5);
}

TEST(RegisterTile, WithoutARegisterToSpareElementsAreLoadedForEachSum) {
    EXPECT_EQ(step_cycles({4, 1, 7}, {64, 1, 7}, avx512()), 16.5);
}

TEST(RegisterTile, WithAVX2LoadsOfElementsAreInstructionsOfTheirOwn) {
    EXPECT_EQ(step_cycles({3, 1, 4}, avx2()), 6.5);               // 12 sums, 7 loads
    EXPECT_EQ(step_cycles({1, 1, 12}, avx2()), 0.5 + 25 / 3.5);   // 12 sums, 13 loads
    EXPECT_EQ(step_cycles({1, 1, 12}, avx512()), 0.5 + 13 / 2.0); // as operands of the sums
}

TEST(RegisterTile, WithAVX2SeveralVectorsOfWeightsShareAnElement) {
    const register_tile best = best_tile({256, 14, 14}, avx2());
    EXPECT_GE(best.vectors, 2);
    EXPECT_EQ(best.sums(), 12);
}

TEST(RegisterTile, BestOneDividesTheResultEvenly) {
    const auto is = [](const tiled_result &result, const register_tile &expected) {
        const register_tile best = best_tile(result, avx512());
        return best.vectors == expected.vectors && best.rows == expected.rows &&
               best.columns == expected.columns;
    };
    EXPECT_TRUE(is({64, 56, 56}, {2, 1, 14}));
    EXPECT_TRUE(is({512, 7, 7}, {2, 2, 7}));
    EXPECT_TRUE(is({16, 112, 112}, {1, 1, 28}));
}

} // namespace
} // namespace tiramisu::nn
