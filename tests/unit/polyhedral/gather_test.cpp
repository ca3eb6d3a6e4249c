#include "polyhedral/gather.h"

#include <gtest/gtest.h>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {
namespace {

struct gather : ::testing::Test {
    context_owner owner = make_context();
    isl::ctx ctx = isl::ctx(owner.get());

    gathered_accesses of(const std::string &accesses) const {
        return gathered(isl::map(ctx, accesses));
    }
    void expect_domain(const gathered_accesses &found, const std::string &expected) const {
        EXPECT_TRUE(found.domain.is_equal(isl::set(ctx, expected))) << to_text(found.domain);
    }
    void expect_value(const isl::pw_aff &found, const std::string &expected) const {
        const isl::map relation(ctx, expected);
        EXPECT_TRUE(found.as_map().intersect_domain(relation.domain()).is_equal(relation))
            << to_text(found.as_map());
    }
};

TEST_F(gather, APermutationLeavesNothingOpen) {
    const gathered_accesses found = of("{ S[i, j] -> X[j, i] : 0 <= i < 4 and 0 <= j <= i }");
    expect_domain(found, "{ [a, b] : 0 <= b < 4 and 0 <= a <= b }");
    EXPECT_TRUE(found.free.empty());
    expect_value(found.values[0], "{ [a, b] -> [b] : 0 <= b < 4 and 0 <= a <= b }");
    expect_value(found.values[1], "{ [a, b] -> [a] : 0 <= b < 4 and 0 <= a <= b }");
}

TEST_F(gather, TheLongerIteratorOfASumFollows) {
    const gathered_accesses found = of("{ S[h, p] -> X[h + p] : 0 <= h < 50 and 0 <= p < 3 }");
    EXPECT_EQ(found.free, std::vector<int>({1}));
    expect_domain(found, "{ [a, p] : 0 <= a - p < 50 and 0 <= p < 3 }");
    expect_value(found.values[0], "{ [a, p] -> [a - p] : 0 <= a - p < 50 and 0 <= p < 3 }");
}

TEST_F(gather, AStrideMakesTheOtherOneFollow) {
    const gathered_accesses found = of("{ S[h, p] -> X[2h + p] : 0 <= h < 50 and 0 <= p < 3 }");
    EXPECT_EQ(found.free, std::vector<int>({0}));
    expect_domain(found, "{ [a, h] : 0 <= a - 2h < 3 and 0 <= h < 50 }");
}

TEST_F(gather, WhatOnlyADivisionGivesFollowsLast) {
    const gathered_accesses found = of("{ S[h] -> X[2h + 1] : 0 <= h < 50 }");
    EXPECT_TRUE(found.free.empty());
    expect_domain(found, "{ [a] : 1 <= a < 100 and a mod 2 = 1 }");
}

TEST_F(gather, ElementsReadByAllInstancesLeaveAllOpen) {
    const gathered_accesses found = of("{ S[i, j] -> X[] : 0 <= i < 3 and 0 <= j < 4 }");
    EXPECT_EQ(found.free, std::vector<int>({0, 1}));
    expect_domain(found, "{ [i, j] : 0 <= i < 3 and 0 <= j < 4 }");
}

TEST_F(gather, SeveralFormulasLeaveADimensionOpen) {
    const gathered_accesses found =
        of("{ S[i] -> X[i] : 0 <= i < 4; S[i] -> X[i - 1] : 4 <= i < 8 and i mod 2 = 0 }");
    EXPECT_LE(found.free.size(), 1U);
    expect_domain(found, found.free.empty() ? "{ [a] : 0 <= a < 4 or (3 <= a < 7 and a mod 2 = 1) }"
                                            : "{ [a, i] : (i = a and 0 <= i < 4) or "
                                              "(a = i - 1 and 4 <= i < 8 and i mod 2 = 0) }");
}

} // namespace
} // namespace tiramisu::poly
