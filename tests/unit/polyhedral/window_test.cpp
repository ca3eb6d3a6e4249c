#include <gtest/gtest.h>

#include "polyhedral/window.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

class Window : public ::testing::Test {
protected:
    const isl_reader isl;
    /// Rows 8t .. 8t + 9 of a picture of 40 rows, every one of its 3 columns.
    const isl::map tile =
        isl.map("{ [t] -> P[y, x] : 0 <= t < 5 and 8t <= y < 8t + 10 and 0 <= y < 40 and "
                "0 <= x < 3 }");
};

TEST_F(Window, MovesWithTheLoopsAndKeepsItsSize) {
    const auto box = poly::bounding_window(tile);
    ASSERT_TRUE(box);
    EXPECT_EQ((std::vector<long>{10, 3}), box->sizes);
    EXPECT_TRUE(is_map(box->offset.intersect_domain(isl.set("{ [t] : 0 <= t < 5 }")),
                       "{ [t] -> P[8t, 0] : 0 <= t < 5 }"));
    EXPECT_EQ(2u, poly::corner(*box).size());
}

TEST_F(Window, HoldsExactlyTheFootprint) {
    const auto box = poly::bounding_window(tile);
    ASSERT_TRUE(box);
    EXPECT_TRUE(is_set(poly::relative_points(*box, "W"),
                       "{ W[t, r, x] : 0 <= t < 5 and 0 <= r < 10 and 8t + r < 40 and "
                       "0 <= x < 3 }"));
    EXPECT_TRUE(is_map(poly::absolute_points(*box, "W"),
                       "{ W[t, r, x] -> P[8t + r, x] : 0 <= t < 5 and 0 <= r < 10 and "
                       "8t + r < 40 and 0 <= x < 3 }"));
}

TEST_F(Window, AnInstanceTouchesItsIterationsWindow) {
    const auto box = poly::bounding_window(tile);
    ASSERT_TRUE(box);
    EXPECT_TRUE(
        is_map(poly::touched_points(*box, isl.map("{ S[y] -> [floor(y/8)] : 0 <= y < 38 }"),
                                    isl.map("{ S[y] -> P[y + 2, 1] : 0 <= y < 38 }"), "W"),
               "{ S[y] -> W[t, r, 1] : 0 <= y < 38 and 8t <= y < 8t + 8 and r = y + 2 - 8t }"));
}

TEST_F(Window, IsOnePieceWhereGapsAreFilled) {
    // Elements 2x, 2x + 1 and 2x + 2 of x = 8t .. 8t + 7.
    const isl::map filled = isl.map("{ [t] -> P[e] : exists x : 8t <= x < 8t + 8 and e = 2x; "
                                    "[t] -> P[e] : exists x : 8t <= x < 8t + 8 and e = 2x + 1; "
                                    "[t] -> P[e] : exists x : 8t <= x < 8t + 8 and e = 2x + 2 }");
    const isl::map piece = poly::in_one_piece(filled);
    EXPECT_TRUE(is_map(piece, "{ [t] -> P[e] : 16t <= e <= 16t + 16 }"));
    EXPECT_EQ(1, isl_map_n_basic_map(piece.get()));
    const isl::map gaps = isl.map("{ [t] -> P[e] : 0 <= e < 8 and e mod 2 = 0 }");
    EXPECT_TRUE(poly::in_one_piece(gaps).is_equal(gaps));
}

TEST_F(Window, WhatIsKeptIsTouchedFirstByOneIteration) {
    // Row 8t + s and the two below it, in step s of tile t.
    const isl::map rows = isl.map("{ [t, s] -> P[y] : 0 <= t < 5 and 0 <= s < 8 and "
                                  "8t + s <= y <= 8t + s + 2 }");
    EXPECT_TRUE(is_map(poly::first_touches(rows, 1),
                       "{ [t, s] -> P[y] : 0 <= t < 5 and 0 <= s < 8 and (y = 8t + s + 2 or "
                       "(s = 0 and 8t <= y <= 8t + 1)) }"));
    EXPECT_TRUE(is_map(poly::first_touches(rows, 0),
                       "{ [t, s] -> P[y] : 0 <= t < 5 and 0 <= s < 8 and (y = 8t + s + 2 or "
                       "(t = 0 and s = 0 and 0 <= y <= 1)) }"));
    EXPECT_TRUE(is_map(poly::footprint_of_outer_loops(rows, 1),
                       "{ [t] -> P[y] : 0 <= t < 5 and 8t <= y <= 8t + 9 }"));
}

TEST_F(Window, IsNotFoundWhereTheFootprintGrowsWithAParameter) {
    EXPECT_FALSE(poly::bounding_window(isl.map("[n] -> { [t] -> P[y] : t <= y < t + n }")));
    EXPECT_FALSE(poly::bounding_window(isl.map("{ [t] -> P[y] : 0 <= t < 9 and 0 <= y }")));
}

} // namespace
} // namespace tiramisu::testing
