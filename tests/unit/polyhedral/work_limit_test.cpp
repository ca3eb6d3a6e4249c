#include <gtest/gtest.h>

#include "polyhedral/isl_bridge.h"
#include "polyhedral/work_limit.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

class WorkLimit : public ::testing::Test {
protected:
    isl_reader isl;

    /// The first number for which isl cannot read so many sets.
    int sets_within(unsigned long operations) {
        const poly::work_limit limit(isl.ctx(), operations);
        for (int count = 0; count < 10000; ++count) {
            try {
                isl.set("[n] -> { S[i, j] : 0 <= i < j < n }");
            } catch (const isl::exception &) {
                EXPECT_TRUE(limit.is_reached());
                EXPECT_EQ(operations, limit.done(10));
                return count;
            }
        }
        return 10000;
    }

    void make_sets(int count) {
        for (int made = 0; made < count; ++made) {
            isl.set("[n] -> { S[i, j] : 0 <= i < j < n }");
        }
    }
};

TEST_F(WorkLimit, EndsWorkAtTheSamePlaceEachTime) {
    const int first = sets_within(5000);
    EXPECT_GT(first, 0);
    EXPECT_LT(first, 5000);
    EXPECT_EQ(first, sets_within(5000));
    EXPECT_LT(first, sets_within(10000));
}

TEST_F(WorkLimit, IsOffForAWhileWhereWorkMustNotFail) {
    const poly::work_limit limit(isl.ctx(), 100);
    {
        const poly::unlimited_work whole(isl.ctx().get());
        for (int count = 0; count < 100; ++count) {
            EXPECT_NO_THROW(isl.set("[n] -> { S[i, j] : 0 <= i < j < n }"));
        }
    }
    EXPECT_TRUE(limit.is_reached());
    EXPECT_THROW(isl.set("[n] -> { S[i, j] : 0 <= i < j < n }"), isl::exception);
}

TEST_F(WorkLimit, DoesNotEndTexts) {
    const std::string text = "[n] -> { S[i, j] : 0 <= i <= 7 and i < j < n }";
    const isl::set set = isl.set(text);
    const isl::map map = isl.map("{ S[i] -> [i, 3] }");
    const std::string whole = poly::to_text(set), of_map = poly::to_text(map);
    const poly::work_limit limit(isl.ctx(), 100);
    EXPECT_THROW(make_sets(100), isl::exception);
    EXPECT_TRUE(limit.is_reached());
    EXPECT_EQ(whole, poly::to_text(set));
    EXPECT_EQ(of_map, poly::to_text(map));
}

TEST_F(WorkLimit, ASearchForAnExampleThatItEndsHasFoundNone) {
    int ended = 0;
    for (unsigned long operations = 1; operations < 400; ++operations) {
        const isl::set pairs = isl.set("[n] -> { [i, j] : 2i = 3j + n and 0 <= i < j + n < 50 }");
        const poly::work_limit limit(isl.ctx(), operations);
        try {
            EXPECT_TRUE(poly::find_example(pairs)) << operations;
        } catch (const isl::exception &) {
            ++ended;
        }
    }
    EXPECT_GT(ended, 50);
    EXPECT_LT(ended, 399);
}

TEST_F(WorkLimit, WhatIsRememberedCountsForItself) {
    make_sets(3); // what isl makes once only
    const auto left_after = [&](int sets) {
        const poly::work_limit outer(isl.ctx(), 100000);
        {
            const poly::work_apart remembered(isl.ctx());
            make_sets(sets);
        }
        make_sets(3);
        return 100000 - outer.done(1);
    };
    EXPECT_EQ(left_after(0), left_after(50));
    EXPECT_LT(left_after(0), 100000u);
}

TEST_F(WorkLimit, WhatIsRememberedEndsWhereTheLimitHasNothingLeft) {
    const poly::work_limit outer(isl.ctx(), 1000);
    EXPECT_THROW(
        {
            const poly::work_apart remembered(isl.ctx());
            make_sets(10000);
        },
        isl::exception);
    EXPECT_TRUE(outer.is_reached());
    EXPECT_THROW(make_sets(1), isl::exception);
}

TEST_F(WorkLimit, WithoutALimitThereIsNoneForWhatIsRemembered) {
    const poly::work_apart remembered(isl.ctx());
    EXPECT_FALSE(poly::has_work_limit(isl.ctx()));
}

TEST_F(WorkLimit, EndsWithItsLife) {
    sets_within(1);
    EXPECT_NO_THROW(isl.set("{ S[i] : 0 <= i < 10 }"));
}

TEST_F(WorkLimit, TellsWhatIsDoneInUnits) {
    const poly::work_limit limit(isl.ctx(), 100000);
    isl.set("{ S[i] : 0 <= i < 10 }");
    const unsigned long one = limit.done(1);
    EXPECT_GT(one, 1u);
    EXPECT_FALSE(limit.is_reached());
    isl.set("{ S[i] : 0 <= i < 10 }");
    EXPECT_GT(limit.done(1), one);
    EXPECT_EQ(5000u, limit.done(5000));
}

TEST_F(WorkLimit, InsideOfAnotherCountsForItself) {
    const int alone = sets_within(5000);
    const poly::work_limit outside(isl.ctx(), 1000);
    EXPECT_NEAR(alone, sets_within(5000), 1);
    EXPECT_FALSE(outside.is_reached());
    isl.set("{ S[i] : 0 <= i < 10 }");
    const unsigned long before = outside.done(1);
    sets_within(5000);
    EXPECT_NEAR(static_cast<double>(before), static_cast<double>(outside.done(1)), 40);
}

TEST_F(WorkLimit, StaysReachedBehindOneInside) {
    const poly::work_limit outside(isl.ctx(), 10);
    EXPECT_THROW(isl.set("[n] -> { S[i, j] : 0 <= i < j < n }"), isl::exception);
    EXPECT_EQ(10, outside.done(1));
    sets_within(5000);
    EXPECT_TRUE(outside.is_reached());
    EXPECT_TRUE(poly::is_work_limit_reached(isl.ctx()));
    EXPECT_THROW(isl.set("{ S[i] : 0 <= i < 10 }"), isl::exception);
}

TEST_F(WorkLimit, IsThereWhileItLives) {
    EXPECT_FALSE(poly::has_work_limit(isl.ctx()));
    {
        const poly::work_limit outside(isl.ctx(), 1000), inside(isl.ctx(), 10);
        EXPECT_TRUE(poly::has_work_limit(isl.ctx()));
        EXPECT_FALSE(poly::is_work_limit_reached(isl.ctx()));
    }
    EXPECT_FALSE(poly::has_work_limit(isl.ctx()));
}

} // namespace
} // namespace tiramisu::testing
