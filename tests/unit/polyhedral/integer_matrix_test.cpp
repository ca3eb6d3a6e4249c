#include <array>
#include <numeric>

#include <gtest/gtest.h>

#include "polyhedral/integer_matrix.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

using poly::integer_matrix;

std::string determinant(const integer_matrix &matrix) {
    const isl_reader isl;
    return poly::to_text(poly::determinant(isl.ctx(), matrix));
}

TEST(Determinant, OfSmallMatrices) {
    EXPECT_EQ("-7", determinant({{-7}}));
    EXPECT_EQ("-2", determinant({{1, 2}, {3, 4}}));
    EXPECT_EQ("1", determinant({{1, 0, 0}, {5, 1, 0}, {-2, 3, 1}}));
    EXPECT_EQ("-306", determinant({{6, 1, 1}, {4, -2, 5}, {2, 8, 7}}));
}

TEST(Determinant, ChangesSignWhereRowsChangePlaces) {
    EXPECT_EQ("-1", determinant({{0, 1}, {1, 0}}));
    EXPECT_EQ("1", determinant({{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}));
    EXPECT_EQ("2", determinant({{0, 2, 3}, {0, 1, 2}, {2, 7, 7}}));
}

TEST(Determinant, OfDependentRowsIsZero) {
    EXPECT_EQ("0", determinant({{2, 4}, {1, 2}}));
    EXPECT_EQ("0", determinant({{0, 1}, {0, 5}}));
    EXPECT_EQ("0", determinant({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}));
}

TEST(Determinant, DoesNotOverflow) {
    const int large = 2147483647;
    EXPECT_EQ("9903520300447984150353281023", // large cubed
              determinant({{large, 0, 0}, {0, large, 0}, {0, 0, large}}));
    EXPECT_EQ("1", determinant({{large, large - 1}, {1, 1}}));
}

TEST(Unimodular, IsADeterminantOfOneOrMinusOne) {
    const isl_reader isl;
    const isl::ctx ctx = isl.ctx();
    EXPECT_TRUE(poly::is_unimodular(ctx, {{0, 1}, {1, 3}}));
    EXPECT_TRUE(poly::is_unimodular(ctx, {{3, 2}, {1, 1}}));
    EXPECT_FALSE(poly::is_unimodular(ctx, {{2, 0}, {0, 1}}));
    EXPECT_FALSE(poly::is_unimodular(ctx, {{1, 1}, {1, 1}}));
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
