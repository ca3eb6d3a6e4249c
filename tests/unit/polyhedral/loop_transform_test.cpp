#include <gtest/gtest.h>

#include "polyhedral/loop_transform.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

class LoopTransform : public ::testing::Test {
protected:
    isl_reader isl;
    isl::map loops = isl.map("{ S[i, j] -> [i, j] }");
};

TEST_F(LoopTransform, TheIdentityHasALoopForEachIterator) {
    EXPECT_TRUE(is_map(poly::identity_loops(isl.set("[N] -> { S[i, j] : 0 <= i < N }")),
                       "[N] -> { S[i, j] -> [i, j] : 0 <= i < N }"));
    EXPECT_TRUE(is_map(poly::identity_loops(isl.set("{ S[] }")), "{ S[] -> [] }"));
}

TEST_F(LoopTransform, SplitGivesQuotientAndRemainder) {
    EXPECT_TRUE(
        is_map(poly::split(loops, 0, 4), "{ S[i, j] -> [o, r, j] : i = 4o + r and 0 <= r < 4 }"));
    EXPECT_TRUE(
        is_map(poly::split(loops, 1, 3), "{ S[i, j] -> [i, o, r] : j = 3o + r and 0 <= r < 3 }"));
}

TEST_F(LoopTransform, SplitOfNegativeValuesRoundsDown) {
    const isl::map split = poly::split(isl.map("{ S[i] -> [i] : i = -5 }"), 0, 4);
    EXPECT_TRUE(is_map(split, "{ S[-5] -> [-2, 3] }"));
}

TEST_F(LoopTransform, SplitByOneKeepsTheLoopAndAddsOneOfASingleIteration) {
    EXPECT_TRUE(is_map(poly::split(loops, 0, 1), "{ S[i, j] -> [i, 0, j] }"));
}

TEST_F(LoopTransform, PermuteTakesLoopsInTheGivenOrder) {
    const isl::map three = isl.map("{ S[i, j, k] -> [i, j, k] }");
    EXPECT_TRUE(is_map(poly::permute(three, {2, 0, 1}), "{ S[i, j, k] -> [k, i, j] }"));
}

TEST_F(LoopTransform, ShiftAddsToOneLoop) {
    EXPECT_TRUE(is_map(poly::shift(loops, 1, 3), "{ S[i, j] -> [i, j + 3] }"));
    EXPECT_TRUE(is_map(poly::shift(loops, 0, -2), "{ S[i, j] -> [i - 2, j] }"));
}

TEST_F(LoopTransform, ReverseNegatesOneLoop) {
    EXPECT_TRUE(is_map(poly::reverse(loops, 1), "{ S[i, j] -> [i, -j] }"));
    EXPECT_TRUE(is_map(poly::reverse(poly::reverse(loops, 0), 0), "{ S[i, j] -> [i, j] }"));
}

TEST_F(LoopTransform, TransformMultipliesByTheMatrix) {
    const isl::map three = isl.map("{ S[i, j, k] -> [i, j, k] }");
    EXPECT_TRUE(is_map(poly::transform(loops, 0, {{2, 1}, {1, 0}}), "{ S[i, j] -> [2i + j, i] }"));
    EXPECT_TRUE(
        is_map(poly::transform(three, 1, {{1, 1}, {0, 1}}), "{ S[i, j, k] -> [i, j + k, k] }"));
    EXPECT_TRUE(is_map(poly::transform(three, 0, {{0, 0, -1}, {1, 0, 0}, {-3, 1, 2}}),
                       "{ S[i, j, k] -> [-k, i, -3i + j + 2k] }"));
}

TEST_F(LoopTransform, CollapseNumbersTheIterationsOfTwoLoops) {
    EXPECT_TRUE(is_map(poly::collapse(loops, 0, 0, 8), "{ S[i, j] -> [8i + j] }"));
    EXPECT_TRUE(is_map(poly::collapse(isl.map("{ S[i, j, k] -> [i, j, k] }"), 1, -3, 5),
                       "{ S[i, j, k] -> [i, 5j + k + 3] }"));
}

TEST_F(LoopTransform, CollapseTakesASplitBack) {
    EXPECT_TRUE(is_map(poly::collapse(poly::split(loops, 1, 4), 1, 0, 4), "{ S[i, j] -> [i, j] }"));
}

TEST_F(LoopTransform, TheArgumentStaysAsItIs) {
    poly::split(loops, 0, 4);
    poly::reverse(loops, 0);
    EXPECT_TRUE(is_map(loops, "{ S[i, j] -> [i, j] }"));
}

TEST_F(LoopTransform, EveryTransformationIsInjective) {
    EXPECT_TRUE(poly::split(loops, 0, 7).is_injective());
    const isl::map skewed = poly::transform(loops, 0, {{3, 2}, {1, 1}});
    EXPECT_TRUE(skewed.is_injective());
    EXPECT_TRUE(poly::split(skewed, 1, 5).is_injective());
}

} // namespace
} // namespace tiramisu::testing
