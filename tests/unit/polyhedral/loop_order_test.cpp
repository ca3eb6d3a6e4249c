#include <gtest/gtest.h>

#include "polyhedral/loop_order.h"

namespace tiramisu::testing {
namespace {

using positions = std::vector<std::vector<int>>;

TEST(LoopOrder, StatementsFollowOneAnotherAsDeclared) {
    EXPECT_EQ((positions{{0, 0, 0}, {1, 0}, {2}}),
              poly::positions({{"A", 2}, {"B", 1}, {"C", 0}}, {}));
}

TEST(LoopOrder, AnEdgeSharesTheLoopsDownToItsLevel) {
    EXPECT_EQ((positions{{0, 0, 0}, {0, 1, 0}}),
              poly::positions({{"A", 2}, {"B", 2}}, {{"A", "B", 0}}));
    EXPECT_EQ((positions{{0, 0, 0}, {0, 0, 1}}),
              poly::positions({{"A", 2}, {"B", 2}}, {{"A", "B", 1}}));
}

TEST(LoopOrder, AnEdgeAtTheRootSharesNoLoop) {
    EXPECT_EQ((positions{{1, 0}, {0, 0}}), poly::positions({{"A", 1}, {"B", 1}}, {{"B", "A", -1}}));
}

TEST(LoopOrder, AnEdgeMovesAStatementAwayFromItsDeclaration) {
    // A, then what hangs on it, then B.
    EXPECT_EQ((positions{{0, 0}, {2, 0}, {1, 0}}),
              poly::positions({{"A", 1}, {"B", 1}, {"C", 1}}, {{"A", "C", -1}}));
}

TEST(LoopOrder, DeeperFollowersComeFirst) {
    // B shares only i with A, C shares i and j: C has to run inside the j loop of A.
    EXPECT_EQ((positions{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
              poly::positions({{"A", 2}, {"B", 2}, {"C", 2}}, {{"A", "B", 0}, {"A", "C", 1}}));
}

TEST(LoopOrder, FollowersAtOneLevelKeepTheOrderOfTheEdges) {
    EXPECT_EQ((positions{{0, 0}, {0, 2}, {0, 1}}),
              poly::positions({{"A", 1}, {"B", 1}, {"C", 1}}, {{"A", "C", 0}, {"A", "B", 0}}));
}

TEST(LoopOrder, ChainsShareWhatEachLinkShares) {
    EXPECT_EQ((positions{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}}),
              poly::positions({{"A", 2}, {"B", 2}, {"C", 2}}, {{"A", "B", 1}, {"B", "C", 0}}));
}

TEST(LoopOrder, NoMoreLoopsAreSharedThanEitherStatementHas) {
    EXPECT_EQ((positions{{0, 0}, {0, 1}}), poly::positions({{"A", 1}, {"B", 1}}, {{"A", "B", 5}}));
    EXPECT_EQ((positions{{0, 0, 0}, {0, 1}}),
              poly::positions({{"A", 2}, {"B", 1}}, {{"A", "B", 1}}));
    EXPECT_EQ((positions{{0}, {1, 0}}), poly::positions({{"A", 0}, {"B", 1}}, {{"A", "B", 0}}));
}

TEST(LoopOrder, PlacesOfAllStatementsDiffer) {
    const positions found =
        poly::positions({{"A", 2}, {"B", 2}, {"C", 2}, {"D", 2}, {"E", 1}},
                        {{"A", "B", 1}, {"A", "C", 1}, {"B", "D", 0}, {"C", "E", 0}});
    for (std::size_t a = 0; a < found.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            EXPECT_NE(found[a], found[b]);
        }
    }
}

} // namespace
} // namespace tiramisu::testing
