#include "tiramisu/nn/layout.h"

#include <gtest/gtest.h>

#include "support/throws.h"

namespace tiramisu::nn {
namespace {

constexpr std::array<int, 4> extents = {2, 18, 3, 5};

TEST(Layout, ReadsBackItsName) {
    for (const layout one : {layout::nchw, layout::nhwc, layout::nchw16c, layout::lifted}) {
        EXPECT_EQ(parse_layout(to_string(one)), one);
    }
    EXPECT_TRUE(oracle::throws<user_error>(
        [] { parse_layout("nhcw"); },
        {"layout \"nhcw\"", "there are \"nchw\", \"nhwc\", \"nchw16c\", \"lifted\""}));
}

TEST(Layout, BlocksOfChannelsAreWhole) {
    EXPECT_EQ(element_count(layout::nchw, extents), 2u * 18 * 3 * 5);
    EXPECT_EQ(element_count(layout::nhwc, extents), 2u * 18 * 3 * 5);
    EXPECT_EQ(element_count(layout::nchw16c, extents), 2u * 32 * 3 * 5);
}

TEST(Layout, TheLastLetterLiesSideBySide) {
    const std::array<int, 4> index = {1, 17, 2, 3};
    EXPECT_EQ(element_position(layout::nchw, extents, index), ((1u * 18 + 17) * 3 + 2) * 5 + 3);
    EXPECT_EQ(element_position(layout::nhwc, extents, index), ((1u * 3 + 2) * 5 + 3) * 18 + 17);
    EXPECT_EQ(element_position(layout::nchw16c, extents, index),
              (((1u * 2 + 1) * 3 + 2) * 5 + 3) * 16 + 1);
}

TEST(Layout, LanesAreImagesAndBlocksOfThem) {
    EXPECT_EQ(lane_grid::of({1, 3, 8, 8}), (lane_grid{1, 4, 4, 2, 2}));
    EXPECT_EQ(lane_grid::of({32, 3, 7, 7}), (lane_grid{16, 1, 1, 7, 7}));
    EXPECT_EQ(lane_grid::of({6, 3, 8, 8}), (lane_grid{2, 2, 4, 4, 2}));
    EXPECT_EQ(lane_grid::of({1, 3, 14, 14}), (lane_grid{1, 2, 8, 7, 2}));
    EXPECT_EQ(element_count(layout::lifted, {1, 3, 14, 14}), 3u * 7 * 2 * 16);
    // Row 5 of 8 is row 1 of block 2, column 3 is column 1 of block 1.
    EXPECT_EQ(element_position(layout::lifted, {1, 3, 8, 8}, {0, 2, 5, 3}),
              ((2u * 2 + 1) * 2 + 1) * 16 + 2 * 4 + 1);
    EXPECT_EQ(element_position(layout::lifted, {32, 3, 7, 7}, {17, 2, 5, 3}),
              (((1u * 3 + 2) * 7 + 5) * 7 + 3) * 16 + 1);
}

} // namespace
} // namespace tiramisu::nn
