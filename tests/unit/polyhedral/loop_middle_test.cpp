#include "polyhedral/loop_middle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct LoopMiddle : ::testing::Test {
    context_owner owner = make_context();
    isl::ctx ctx{owner.get()};

    isl::set set(const std::string &text) const { return isl::set(ctx, text); }
    isl::map map(const std::string &text) const { return isl::map(ctx, text); }
};

TEST_F(LoopMiddle, KnowsTripsOfTriangles) {
    const loop_middle loops(set("{ [k, i] : 0 <= k < 18 and k < i < 18 }"));
    EXPECT_EQ(17, loops.trip(0)) << "there is no i where k is 17";
    EXPECT_EQ(9, loops.trip(1)) << "k is 8";
}

TEST_F(LoopMiddle, KnowsWhatTilesTouch) {
    const isl::set tiles = set("{ [o, i, k] : 0 <= o < 2 and 0 <= i < 16 and 16o + i < 30 "
                               "and 0 <= k < 3 }");
    const loop_middle loops(tiles);
    const isl::map touched = map("{ [o, i, k] -> A[16o + i + k, 7] }").intersect_domain(tiles);
    EXPECT_THAT(loops.spans(touched, 0), ElementsAre(32, 1));
    EXPECT_THAT(loops.spans(touched, 1), ElementsAre(18, 1));
    EXPECT_THAT(loops.spans(touched, 2), ElementsAre(3, 1));
    EXPECT_THAT(loops.spans(touched, 3), ElementsAre(1, 1));
    EXPECT_THAT(loops.step(touched, 0).by, ElementsAre(16, 0));
    EXPECT_THAT(loops.step(touched, 1).by, ElementsAre(1, 0));
    EXPECT_TRUE(loops.step(touched, 2).moves);
    EXPECT_THAT(loops.dimensions_moved(touched, 1), ElementsAre(0));
}

TEST_F(LoopMiddle, SeesThroughCollapsedLoops) {
    const isl::set both = set("{ [b] : 0 <= b < 12 }");
    const isl::map touched = map("{ [b] -> A[floor(b / 4), b mod 4] }").intersect_domain(both);
    const loop_middle loops(both);
    EXPECT_THAT(loops.dimensions_moved(touched, 0), ElementsAre(0, 1));
    EXPECT_THAT(loops.step(touched, 0).by, ElementsAre(0, 1));
    const isl::map rows = map("{ [b] -> R[floor(b / 4)] }").intersect_domain(both);
    EXPECT_TRUE(loops.step(rows, 0).moves) << "though the next iteration is in the same row";
    EXPECT_THAT(loops.step(rows, 0).by, ElementsAre(0));
}

TEST_F(LoopMiddle, SeesWhatStandsStill) {
    const isl::set nest = set("{ [i, j] : 0 <= i < 4 and 0 <= j < 4 }");
    const isl::map touched = map("{ [i, j] -> A[j] }").intersect_domain(nest);
    const loop_middle loops(nest);
    EXPECT_FALSE(loops.step(touched, 0).moves);
    EXPECT_THAT(loops.dimensions_moved(touched, 0), IsEmpty());
}

TEST_F(LoopMiddle, SaysWhereThereIsNoBound) {
    const isl::set open = set("[n] -> { [i] : 0 <= i < n }");
    const loop_middle loops(open);
    EXPECT_EQ(std::nullopt, loops.trip(0));
    EXPECT_THAT(loops.spans(map("[n] -> { [i] -> A[i] : 0 <= i < n }"), 0),
                ElementsAre(std::nullopt));
}

} // namespace
} // namespace tiramisu::poly
