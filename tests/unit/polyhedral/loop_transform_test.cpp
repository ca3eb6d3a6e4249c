#include <cstdlib>
#include <numeric>

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

TEST_F(LoopTransform, SkewMultipliesByTheMatrix) {
    EXPECT_TRUE(is_map(poly::skew(loops, 0, {2, 1, 1, 0}), "{ S[i, j] -> [2i + j, i] }"));
    EXPECT_TRUE(is_map(poly::skew(isl.map("{ S[i, j, k] -> [i, j, k] }"), 1, {1, 1, 0, 1}),
                       "{ S[i, j, k] -> [i, j + k, k] }"));
}

TEST_F(LoopTransform, TheArgumentStaysAsItIs) {
    poly::split(loops, 0, 4);
    poly::reverse(loops, 0);
    EXPECT_TRUE(is_map(loops, "{ S[i, j] -> [i, j] }"));
}

TEST_F(LoopTransform, EveryTransformationIsInjective) {
    EXPECT_TRUE(poly::split(loops, 0, 7).is_injective());
    EXPECT_TRUE(poly::skew(loops, 0, {3, 2, 1, 1}).is_injective());
    EXPECT_TRUE(poly::split(poly::skew(loops, 0, {3, 2, 1, 1}), 1, 5).is_injective());
}

TEST(UnimodularCompletion, HasDeterminantOneForAllCoprimeNumbers) {
    for (int a = -9; a <= 9; ++a) {
        for (int b = -9; b <= 9; ++b) {
            if (std::gcd(a, b) != 1) {
                continue;
            }
            const auto [c, d] = poly::unimodular_completion(a, b);
            EXPECT_EQ(1, a * d - b * c) << a << ", " << b;
        }
    }
}

TEST(UnimodularCompletion, KeepsTheDirectionOfLoopsForPositiveNumbers) {
    using row = std::array<int, 2>;
    EXPECT_EQ((row{0, 1}), poly::unimodular_completion(1, 1));
    EXPECT_EQ((row{1, 1}), poly::unimodular_completion(2, 1));
    EXPECT_EQ((row{0, 1}), poly::unimodular_completion(1, 5));
    EXPECT_EQ((row{1, 1}), poly::unimodular_completion(3, 2));
    for (int a = 1; a <= 9; ++a) {
        for (int b = 1; b <= 9; ++b) {
            const auto [c, d] = poly::unimodular_completion(a, b);
            EXPECT_GE(c, 0) << a << ", " << b;
            EXPECT_GE(d, 0) << a << ", " << b;
        }
    }
}

} // namespace
} // namespace tiramisu::testing
