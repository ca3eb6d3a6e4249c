#include "polyhedral/loop_relation.h"

#include <numeric>

#include <gtest/gtest.h>

#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/work_limit.h"
#include "support/isl_equal.h"
#include "support/random_source.h"

namespace tiramisu::testing {
namespace {

using poly::loop_relation;

class LoopRelation : public ::testing::Test {
protected:
    isl_reader isl;
    loop_relation loops = isl.map("{ S[i, j] -> [i, j] }");
};

TEST_F(LoopRelation, TellsIteratorsByLoopsThatAreSplitTwiceWithoutDivisions) {
    const loop_relation tiles = split(split(loops, 0, 8), 1, 2);
    EXPECT_TRUE(is_map(tiles.substituted(), "{ S[i, j] -> [a, b, c, j] : i = 8a + 2b + c and "
                                            "0 <= c < 2 and 0 <= 2b + c < 8 }"));
    EXPECT_EQ(0, poly::most_divisions(tiles.substituted()));
}

TEST_F(LoopRelation, IsDividedAsTheRelationItselfIs) {
    const isl::map divided = poly::split(poly::split(isl.map("{ S[i, j] -> [i, j] }"), 0, 8), 1, 2);
    EXPECT_TRUE(poly::is_same_text(divided, split(split(loops, 0, 8), 1, 2).divided()));
}

TEST_F(LoopRelation, HoldsWhereFactorsAreTooLongForNumbers) {
    loop_relation long_factors = loops;
    isl::map divided = loops.divided();
    for (int level = 0; level < 4; ++level) {
        long_factors = shift(split(long_factors, level, 1 << 20), level, 3);
        divided = poly::shift(poly::split(divided, level, 1 << 20), level, 3);
    }
    EXPECT_TRUE(long_factors.substituted().is_equal(divided));
}

TEST_F(LoopRelation, IsMadeWithoutTheWorkOfALimit) {
    loop_relation tiles = loops;
    for (int level = 0; level < 6; ++level) {
        tiles = split(tiles, level, 3);
    }
    constexpr unsigned long to_ask_for_the_limit = 1000;
    const poly::work_limit limit(isl.ctx(), 10000000);
    tiles.divided();
    tiles.substituted();
    EXPECT_EQ(to_ask_for_the_limit, limit.done(to_ask_for_the_limit));
    poly::split(tiles.divided(), 0, 3);
    EXPECT_LT(to_ask_for_the_limit, limit.done(1)); // it does count elsewhere
}

/// One transformation of a relation with any number of loops; of both the same.
void transform(oracle::random_source &random, loop_relation &loops, isl::map &divided) {
    const int depth = poly::range_dims(divided), level = random.between(0, depth - 1);
    const int number = random.between(1, 9);
    switch (random.between(0, 5)) {
    case 0:
    case 1:
        loops = split(loops, level, number);
        divided = poly::split(divided, level, number);
        break;
    case 2: {
        std::vector<int> order(static_cast<std::size_t>(depth));
        std::iota(order.begin(), order.end(), 0);
        std::swap(order[static_cast<std::size_t>(level)], order.back());
        loops = permute(loops, order);
        divided = poly::permute(divided, order);
        break;
    }
    case 3:
        loops = shift(loops, level, number - 5);
        divided = poly::shift(divided, level, number - 5);
        break;
    case 4:
        loops = reverse(loops, level);
        divided = poly::reverse(divided, level);
        break;
    default:
        if (level + 1 < depth) {
            loops = transform(loops, level, {{1, number - 5}, {0, 1}});
            divided = poly::transform(divided, level, {{1, number - 5}, {0, 1}});
        }
    }
}

TEST_F(LoopRelation, IsTheSameInBothWaysAfterRandomTransformations) {
    const oracle::random_run run = oracle::random_run::from_environment(2026, 300);
    for (int number = 0; number < run.cases; ++number) {
        const std::uint64_t seed = run.seed + static_cast<std::uint64_t>(number);
        SCOPED_TRACE("TIRAMISU_SEED=" + std::to_string(seed) + " TIRAMISU_CASES=1");
        oracle::random_source random(seed);
        isl::map divided = poly::identity_loops(
            isl.set(random.chance(50) ? "[N] -> { S[i, j] : 0 <= i < N and -2 <= j <= i }"
                                      : "{ S[i, j] : i = 2j and (0 <= i < 9 or 20 < i < 40) }"));
        loop_relation both = divided;
        for (int left = random.between(1, 6); left > 0; --left) {
            transform(random, both, divided);
        }
        ASSERT_TRUE(both.substituted().is_equal(divided)) << poly::to_text(divided);
        ASSERT_TRUE(poly::is_same_text(both.divided(), divided)) << poly::to_text(divided);
    }
}

} // namespace
} // namespace tiramisu::testing
