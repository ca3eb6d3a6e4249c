#include <gtest/gtest.h>

#include "polyhedral/separation.h"
#include "support/statements.h"

namespace tiramisu::testing {
namespace {

using poly::loop_kind;
using poly::scheduled_statement;

class Separation : public ::testing::Test {
protected:
    isl_reader isl;

    scheduled_statement cut(const std::string &domain, int level, int factor,
                            loop_kind inner = loop_kind::vectorized) const {
        scheduled_statement made = statement_over(isl.set(domain));
        split_loop(made, level, factor, inner);
        return made;
    }
    static std::optional<isl::set> complete(const scheduled_statement &statement, int level) {
        return poly::isolation().complete_iterations({level, {&statement}});
    }
};

TEST_F(Separation, CompleteIterationsLeaveOutTheRemainder) {
    const auto found = complete(cut("{ S[i] : 0 <= i < 20 }", 0, 8), 0);
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_set(*found, "{ [i] : 0 <= i < 2 }"));
}

TEST_F(Separation, NothingIsCutWhereTheFactorDivides) {
    EXPECT_FALSE(complete(cut("{ S[i] : 0 <= i < 16 }", 0, 8), 0));
    EXPECT_FALSE(complete(cut("{ S[i] : 8 <= i < 24 }", 0, 8), 0));
}

TEST_F(Separation, NothingIsCutForLoopsWhoseTailIsMasked) {
    scheduled_statement made = cut("{ S[i] : 0 <= i < 20 }", 0, 8);
    made.masked_lanes[1] = 8;
    EXPECT_FALSE(complete(made, 0));
}

TEST_F(Separation, NothingIsCutForSerialInnerLoops) {
    EXPECT_FALSE(complete(cut("{ S[i] : 0 <= i < 20 }", 0, 8, loop_kind::serial), 0));
    EXPECT_FALSE(complete(cut("{ S[i] : 0 <= i < 20 }", 0, 8, loop_kind::parallel), 0));
}

TEST_F(Separation, UnrolledLoopsAreCutAsVectorizedOnes) {
    const auto found = complete(cut("{ S[i] : 0 <= i < 11 }", 0, 4, loop_kind::unrolled), 0);
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_set(*found, "{ [i] : 0 <= i < 2 }"));
}

TEST_F(Separation, ALowerBoundThatIsNoMultipleLeavesARemainderAtTheStart) {
    const auto found = complete(cut("{ S[i] : 3 <= i < 20 }", 0, 8), 0);
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_set(*found, "{ [1] }"));
}

TEST_F(Separation, ParametricExtentsKeepTheirFullVectors) {
    const auto found = complete(cut("[N] -> { S[i] : 0 <= i < N }", 0, 8), 0);
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_set(*found, "[N] -> { [o] : 0 <= o and 8o + 8 <= N }"));
}

TEST_F(Separation, TriangularLoopsAreCompleteBelowTheDiagonal) {
    // j of i is cut by 4: whole vectors are those that end at or before i.
    const scheduled_statement triangle = cut("{ S[i, j] : 0 <= i < 16 and 0 <= j <= i }", 1, 4);
    EXPECT_FALSE(complete(triangle, 0)) << "the loop that is cut is the outer part of j";
    const auto found = complete(triangle, 1);
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_set(*found, "{ [i, o] : 0 <= i < 16 and 0 <= o and 4o + 3 <= i }"));
}

TEST_F(Separation, VectorsOfASkewedTileAreOneConvexPiece) {
    scheduled_statement skewed =
        statement_over(isl.set("{ S[t, j] : 1 <= t <= 1000 and 1 <= j <= 998 }"));
    skewed.loops = isl.map("{ S[t, j] -> [t, t + j] }");
    split_loop(skewed, 1, 1024, loop_kind::serial);
    split_loop(skewed, 2, 16, loop_kind::vectorized);
    const auto found = complete(skewed, 2);
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_set(*found, "{ [t, o, v] : 1 <= t <= 1000 and 0 <= v < 64 and"
                               "  t + 1 <= 1024o + 16v and 1024o + 16v + 15 <= t + 998 }"));
    EXPECT_EQ(1, isl_set_n_basic_set(found->get()));
}

TEST_F(Separation, ExtentsSmallerThanTheFactorHaveNoCompleteIteration) {
    const auto found = complete(cut("[N] -> { S[i] : 0 <= i < N and N < 8 }", 0, 8), 0);
    EXPECT_FALSE(found);
}

TEST_F(Separation, AConstantExtentSmallerThanTheFactorNeedsNoCut) {
    EXPECT_FALSE(complete(cut("{ S[i] : 0 <= i < 3 }", 0, 8), 0)) << "its bounds are constant";
}

TEST_F(Separation, TilesAreCutAtEachOfTheirOuterLoops) {
    scheduled_statement tile =
        cut("{ S[i, j] : 0 <= i < 10 and 0 <= j < 20 }", 0, 4, loop_kind::unrolled);
    split_loop(tile, 2, 8, loop_kind::vectorized);
    permute_loops(tile, {0, 2, 1, 3});
    const auto rows = complete(tile, 0);
    ASSERT_TRUE(rows);
    EXPECT_TRUE(is_set(*rows, "{ [i] : 0 <= i < 2 }"));
    const auto columns = complete(tile, 1);
    ASSERT_TRUE(columns);
    EXPECT_TRUE(is_set(*columns, "{ [i, j] : 0 <= i < 3 and 0 <= j < 2 }"));
}

TEST_F(Separation, WholeTilesComeApartThoughOneOfTheirVectorsDecides) {
    scheduled_statement tile = cut("{ S[j] : 0 <= j < 84 }", 0, 32, loop_kind::unrolled);
    split_loop(tile, 1, 16, loop_kind::vectorized); // the last tile has one vector and 4 lanes
    tile.kinds[1] = loop_kind::unrolled;
    const auto tiles = complete(tile, 0);
    ASSERT_TRUE(tiles);
    EXPECT_TRUE(is_set(*tiles, "{ [j] : 0 <= j < 2 }"));
    EXPECT_FALSE(complete(tile, 1));
}

TEST_F(Separation, VectorsComeApartWhereNoTileIsWhole) {
    scheduled_statement tile = cut("{ S[j] : 0 <= j < 20 }", 0, 32, loop_kind::unrolled);
    split_loop(tile, 1, 16, loop_kind::vectorized);
    tile.kinds[1] = loop_kind::unrolled;
    EXPECT_FALSE(complete(tile, 0));
    EXPECT_TRUE(complete(tile, 1));
}

TEST_F(Separation, StatementsThatShareALoopAreCutWhereAnyIsIncomplete) {
    const scheduled_statement wide = cut("{ S[i] : 0 <= i < 24 }", 0, 8);
    const scheduled_statement narrow = cut("{ T[i] : 0 <= i < 20 }", 0, 8);
    const auto found = poly::isolation().complete_iterations({0, {&wide, &narrow}});
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_set(*found, "{ [i] : 0 <= i < 2 }"));
}

TEST_F(Separation, SeparatedLoopsAreCutAsVectorizedOnes) {
    scheduled_statement made = cut("{ S[i] : 0 <= i < 20 }", 0, 8, loop_kind::serial);
    made.cuts[1].separated = true;
    const auto found = complete(made, 0);
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_set(*found, "{ [i] : 0 <= i < 2 }"));
}

class Peeling : public ::testing::Test {
protected:
    isl_reader isl;

    scheduled_statement peeled(const std::string &domain, int level, int first, int last) const {
        scheduled_statement made = statement_over(isl.set(domain));
        made.cuts[static_cast<std::size_t>(level)] = {first, last, false};
        return made;
    }
    static std::optional<isl::set> rest(const scheduled_statement &statement, int level) {
        return poly::unpeeled_iterations({level, {&statement}});
    }
};

TEST_F(Peeling, LeavesTheIterationsBetweenTheEnds) {
    const auto found = rest(peeled("{ S[i] : -2 <= i < 10 }", 0, 1, 2), 0);
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_set(*found, "{ [i] : -1 <= i < 8 }"));
}

TEST_F(Peeling, FollowsBoundsThatDependOnOuterLoopsAndParameters) {
    const auto found = rest(peeled("[N] -> { S[i, j] : 0 <= i < N and i <= j < N }", 1, 2, 1), 1);
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_set(*found, "[N] -> { [i, j] : 0 <= i < N and i + 2 <= j < N - 1 }"));
}

TEST_F(Peeling, OfAllIterationsLeavesTheLoopAlone) {
    EXPECT_FALSE(rest(peeled("{ S[i] : 0 <= i < 3 }", 0, 2, 1), 0));
    EXPECT_FALSE(rest(peeled("{ S[i] : 0 <= i < 3 }", 0, 0, 0), 0));
}

TEST_F(Peeling, OfASharedLoopTakesTheEndsOfAllItsStatements) {
    const scheduled_statement wide = peeled("{ S[i] : 0 <= i < 24 }", 0, 1, 0);
    const scheduled_statement narrow = peeled("{ T[i] : 4 <= i < 20 }", 0, 0, 3);
    const auto found = poly::unpeeled_iterations({0, {&wide, &narrow}});
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_set(*found, "{ [i] : 1 <= i < 21 }"));
}

TEST_F(Peeling, AndCompleteIterationsAreIsolatedTogether) {
    scheduled_statement made = statement_over(isl.set("{ S[i] : 0 <= i < 45 }"));
    split_loop(made, 0, 8, loop_kind::vectorized);
    made.cuts[0].first = 2;
    const auto found = poly::isolation().isolated_iterations({0, {&made}});
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_set(*found, "{ [o] : 2 <= o < 5 }"));
}

TEST_F(Separation, IsolateWrapsOuterLoopsAndTheLoop) {
    EXPECT_TRUE(is_set(poly::isolate_option(isl.set("{ [a, b] : 0 <= b < a }"), 1),
                       "{ isolate[[a] -> [b]] : 0 <= b < a }"));
    EXPECT_TRUE(is_set(poly::isolate_option(isl.set("{ [a] : 0 <= a }"), 0),
                       "{ isolate[[] -> [a]] : 0 <= a }"));
}

} // namespace
} // namespace tiramisu::testing
