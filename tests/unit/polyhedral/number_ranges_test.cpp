#include "polyhedral/number_ranges.h"

#include <gtest/gtest.h>

#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {
namespace {

class NumberRanges : public ::testing::Test {
protected:
    const context_owner owner = make_context();
    const isl::ctx ctx{owner.get()};

    std::optional<std::vector<number_range>> of(const std::string &text) const {
        return ranges_by_numbers(isl::set(ctx, text));
    }
    void expect(const std::vector<std::pair<long, long>> &expected, const std::string &text) const {
        const auto found = of(text);
        ASSERT_TRUE(found) << text;
        ASSERT_EQ(expected.size(), found->size());
        for (std::size_t dim = 0; dim < expected.size(); ++dim) {
            EXPECT_EQ(expected[dim].first, (*found)[dim].least) << text;
            EXPECT_EQ(expected[dim].second, (*found)[dim].greatest) << text;
        }
    }
};

TEST_F(NumberRanges, AreThoseOfABox) {
    expect({{0, 9}, {-3, 4}}, "{ S[i, j] : 0 <= i < 10 and -3 <= j <= 4 }");
}

TEST_F(NumberRanges, FollowFromOtherDimensions) {
    expect({{0, 6}, {0, 7}},
           "{ [o, i] : 0 <= i < 8 and 0 <= 8o + i < 50 and o >= 0 and 8o <= 49 }");
    expect({{0, 9}, {1, 19}}, "{ [i, j] : 0 <= i < 10 and j = 2i + 1 }");
    expect({{0, 9}, {-9, 0}}, "{ [i, j] : 0 <= i < 10 and j = -i }");
}

TEST_F(NumberRanges, HoldAllParts) {
    expect({{0, 20}}, "{ [i] : 0 <= i < 10 or 15 <= i <= 20 }");
    EXPECT_FALSE(of("{ [i] : 0 <= i < 10 or i >= 15 }"));
}

TEST_F(NumberRanges, FollowFromDivisions) {
    expect({{0, 9}, {0, 3}}, "{ [i, t] : 0 <= i < 10 and t = i - 4 * floor(i / 4) }");
    expect({{0, 7}, {-5, -2}}, "{ [i, t] : 0 <= i < 10 and t = floor((i - 10) / 2) and t <= -2 }");
}

TEST_F(NumberRanges, HoldAllValuesThatIslFinds) {
    // In the second, most divisions are of dimensions alone: isl numbers them anew where it
    // calculates with one.
    for (const std::string text :
         {"{ [o, p, i] : exists y : 0 <= y < 1000 and o = floor(y/64) and p = floor((y mod 64)/8) "
          "and i = y mod 8 }",
          "{ [y, z, i] : 0 <= y < 1000 and 0 <= z < 500 and (y + floor(z/3)) mod 7 = 1 and "
          "(z + floor(y/5)) mod 11 <= 4 and i = floor(z/7) + floor((y + floor(z/2))/9) }"}) {
        const isl::set set(ctx, text);
        const auto found = of(text);
        ASSERT_TRUE(found) << text;
        for (int dim = 0; dim < 3; ++dim) {
            const number_range &range = (*found)[static_cast<std::size_t>(dim)];
            EXPECT_LE(range.least, *least_value(set, dim));
            EXPECT_GE(range.greatest, *greatest_value(set, dim));
            EXPECT_LT(range.greatest - range.least, 1200);
        }
    }
}

TEST_F(NumberRanges, AreNotKnownWhereParametersBoundOrNobodyDoes) {
    EXPECT_FALSE(of("[n] -> { [i] : 0 <= i < n }"));
    EXPECT_FALSE(of("{ [i, j] : 0 <= i < 10 and j >= i }"));
    EXPECT_FALSE(of("{ [i] }"));
    EXPECT_FALSE(of("{ [i] : 0 <= i < 0 }"));
}

TEST_F(NumberRanges, EndWhereBoundsHangTogetherInACircle) {
    of("{ [i, j] : 0 <= i <= 1000000000 and i <= j <= 1000000000 and 2j <= i + 1000 }");
}

} // namespace
} // namespace tiramisu::poly
