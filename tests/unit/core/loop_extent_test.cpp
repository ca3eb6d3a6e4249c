#include <gtest/gtest.h>

#include "core/loop_extent.h"
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

TEST(LoopExtent, OfAnEmptyLoopIsNotKnown) {
    const isl_reader isl;
    EXPECT_FALSE(extent(isl, "{ S[i] : false }", 0));
}

} // namespace
} // namespace tiramisu::testing
