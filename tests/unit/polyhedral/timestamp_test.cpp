#include <gtest/gtest.h>

#include "polyhedral/timestamp.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

TEST(Timestamp, PutsPlacesAndLoopsInTurn) {
    const isl_reader isl;
    EXPECT_TRUE(is_map(poly::timestamp(isl.map("{ S[i, j] -> [i, j] }"), {3, 0, 1}, 5),
                       "{ S[i, j] -> [3, i, 0, j, 1] }"));
}

TEST(Timestamp, IsPaddedWithZeros) {
    const isl_reader isl;
    EXPECT_TRUE(is_map(poly::timestamp(isl.map("{ S[i] -> [i + 2] }"), {1, 4}, 7),
                       "{ S[i] -> [1, i + 2, 4, 0, 0, 0, 0] }"));
    EXPECT_TRUE(is_map(poly::timestamp(isl.map("{ S[] -> [] }"), {2}, 3), "{ S[] -> [2, 0, 0] }"));
}

TEST(Timestamp, LoopsStandAtOddDimensions) {
    EXPECT_EQ(1, poly::loop_dim(0));
    EXPECT_EQ(5, poly::loop_dim(2));
    EXPECT_EQ(1, poly::timestamp_length(0));
    EXPECT_EQ(7, poly::timestamp_length(3));
}

} // namespace
} // namespace tiramisu::testing
