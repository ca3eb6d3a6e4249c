#include <gtest/gtest.h>

#include "core/commands/loop_extent.h"
#include "polyhedral/loop_transform.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

std::optional<long> extent(const isl_reader &isl, const std::string &domain, int level) {
    const isl::set set = isl.set(domain);
    return core::largest_extent(poly::identity_loops(set), set, level);
}

TEST(LoopExtent, IsTheNumberOfIterations) {
    const isl_reader isl;
    EXPECT_EQ(10, extent(isl, "{ S[i] : 0 <= i < 10 }", 0));
    EXPECT_EQ(4, extent(isl, "{ S[i] : -1 <= i <= 2 }", 0));
    EXPECT_EQ(1, extent(isl, "{ S[i, j] : 0 <= i < 10 and j = i }", 1));
}

TEST(LoopExtent, IsTheLargestOfThoseThatVary) {
    const isl_reader isl;
    EXPECT_EQ(10, extent(isl, "{ S[i, j] : 0 <= i < 10 and 0 <= j <= i }", 1));
    EXPECT_EQ(3, extent(isl, "[N] -> { S[i, j] : 0 <= i < N and i <= j < i + 3 }", 1));
}

TEST(LoopExtent, CountsTheSpanWithTheHolesInIt) {
    const isl_reader isl;
    EXPECT_EQ(9, extent(isl, "{ S[i] : 0 <= i < 10 and i mod 4 = 0 }", 0));
}

TEST(LoopExtent, IsUnknownWhereParametersDecide) {
    const isl_reader isl;
    EXPECT_FALSE(extent(isl, "[N] -> { S[i] : 0 <= i < N }", 0));
    EXPECT_EQ(16, extent(isl, "[N] -> { S[i] : 0 <= i < N and N <= 16 }", 0));
}

TEST(LoopExtent, OfASplitIsTheFactor) {
    const isl_reader isl;
    const isl::set set = isl.set("[N] -> { S[i] : 0 <= i < N }");
    const isl::map split = poly::split(poly::identity_loops(set), 0, 8);
    EXPECT_EQ(8, core::largest_extent(split, set, 1));
    EXPECT_FALSE(core::largest_extent(split, set, 0));
}

TEST(LoopExtent, OfAnEmptyLoopIsZero) {
    const isl_reader isl;
    EXPECT_EQ(0, extent(isl, "{ S[i] : false }", 0));
}

std::optional<std::pair<long, long>> bounds(const isl_reader &isl, const std::string &domain,
                                            int level) {
    const isl::set set = isl.set(domain);
    const auto found = core::constant_bounds(poly::identity_loops(set), set, level);
    return found ? std::optional(std::pair(found->lower, found->extent)) : std::nullopt;
}

using lower_and_extent = std::pair<long, long>;

TEST(ConstantBounds, AreThoseOfABox) {
    const isl_reader isl;
    EXPECT_EQ(lower_and_extent(-2, 7), bounds(isl, "{ S[i, j] : 0 <= i < 9 and -2 <= j < 5 }", 1));
    EXPECT_EQ(lower_and_extent(0, 4),
              bounds(isl, "[N] -> { S[i, j] : 0 <= i < N and 0 <= j < 4 }", 1));
}

TEST(ConstantBounds, OfATriangleAreThoseOfItsWidestRow) {
    const isl_reader isl;
    EXPECT_EQ(lower_and_extent(0, 9), bounds(isl, "{ S[i, j] : 0 <= j <= i < 9 }", 1));
}

TEST(ConstantBounds, AreMissingWhereParametersDecideOrTheLoopMoves) {
    const isl_reader isl;
    EXPECT_FALSE(bounds(isl, "[N] -> { S[i, j] : 0 <= i < 4 and 0 <= j < N }", 1));
    EXPECT_FALSE(bounds(isl, "{ S[i, j] : 0 <= i < 9 and i <= j < i + 5 }", 1));
}

TEST(ConstantBounds, OfAnEmptyLoopAreAny) {
    const isl_reader isl;
    EXPECT_TRUE(bounds(isl, "{ S[i, j] : false }", 1));
}

} // namespace
} // namespace tiramisu::testing
