#include "nn/framework/program/pieces.h"

#include <gtest/gtest.h>

#include <set>

namespace tiramisu::nn {
namespace {

TEST(Pieces, OfEqualSizeForEveryNumberOfThem) {
    for (int size = 1; size <= 200; size++) {
        std::set<int> expected;
        for (int count = 1; count <= size; count++) {
            expected.insert(divided_up(size, count));
        }
        EXPECT_EQ(equal_pieces(size), std::vector<int>(expected.begin(), expected.end())) << size;
    }
}

TEST(Pieces, OfLargeSizesAreFewNumbers) {
    EXPECT_LE(equal_pieces(1 << 24).size(), 10000u);
}

} // namespace
} // namespace tiramisu::nn
