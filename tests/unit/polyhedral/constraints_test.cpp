#include "polyhedral/constraints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Constraints : public ::testing::Test {
protected:
    const context_owner owner = make_context();
    const isl::ctx ctx{owner.get()};

    isl::set set(const std::string &text) const { return isl::set(ctx, text); }
    void expect_equal(const std::string &expected, const isl::set &found) const {
        EXPECT_TRUE(set(expected).is_equal(found)) << to_text(found);
    }
};

TEST_F(Constraints, AreFactorsOfParametersAndDimensions) {
    const auto all = constraints_of(set("[n] -> { S[i, j] : j = 2 n + 3 i - 5 }"));
    ASSERT_EQ(1u, all.size());
    const long sign = all[0].dims[1]; // of an equality either may be meant
    EXPECT_TRUE(all[0].is_equality);
    EXPECT_THAT(all[0].parameters, ElementsAre(-2 * sign));
    EXPECT_THAT(all[0].dims, ElementsAre(-3 * sign, sign));
    EXPECT_THAT(all[0].divs, IsEmpty());
    EXPECT_EQ(5 * sign, all[0].constant);
    EXPECT_EQ(3u, constraints_of(set("{ [i] : 0 <= i <= 4 or i >= 9 }")).size());
    EXPECT_THAT(constraints_of(set("{ [i] }")), IsEmpty());
}

TEST_F(Constraints, OfOneParameterAreTakenAway) {
    expect_equal("[n] -> { [i, j] : 0 <= i < n and j >= i }",
                 unconstrained_by(set("[n, m] -> { [i, j] : 0 <= i < n and i <= j < m }"), "m"));
}

TEST_F(Constraints, BoundDimensionsAndParameters) {
    const isl::set like = set("[n, m] -> { S[i, j] : i = j }");
    expect_equal("{ S[i, j] : -3 <= j <= 7 }", dim_within(like, 1, -3, 7));
    expect_equal("[n, m] -> { S[i, j] : 0 <= n <= 9 and 0 <= m <= 9 }",
                 parameters_within(like, 0, 9));
    expect_equal("[n, m] -> { : 2 n - m + 1 < 0 or 2 n - m + 1 > 5 }",
                 sum_outside(like.params(), {2, -1}, 1, 0, 5));
}

TEST_F(Constraints, ExtentsOfDimensions) {
    const isl::set some = set("[n] -> { [i, j] : 2 <= i <= 9 and i <= j < n }");
    EXPECT_EQ(2, least_value(some, 0));
    EXPECT_EQ(9, greatest_value(some, 0));
    EXPECT_EQ(std::nullopt, greatest_value(some, 1));
    EXPECT_TRUE(has_upper_bound(some, 1));
    EXPECT_FALSE(has_upper_bound(set("{ [i] : i > 3 }"), 0));
    EXPECT_TRUE(has_lower_bound(set("{ [i] : i > 3 }"), 0));
    expect_equal("[n] -> { : n >= 13 }", apart_by(some, 1, 10));
}

TEST_F(Constraints, DivisionsAreCountedAndTakenAway) {
    EXPECT_EQ(0, most_divisions(isl::map(ctx, "{ [i] -> [i + 1] }")));
    EXPECT_EQ(1, most_divisions(isl::map(ctx, "{ [i] -> [i + 1] : i mod 4 = 0 }")));
    expect_equal("{ [i] : 0 <= i <= 8 }",
                 without_divisions(set("{ [i] : 0 <= i <= 8 and i mod 2 = 0 }")));
}

} // namespace
} // namespace tiramisu::poly
