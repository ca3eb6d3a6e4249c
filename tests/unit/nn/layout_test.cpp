#include "tiramisu/nn/layout.h"

#include <gtest/gtest.h>

#include "support/throws.h"

namespace tiramisu::nn {
namespace {

constexpr std::array<int, 4> extents = {2, 18, 3, 5};

TEST(Layout, ReadsBackItsName) {
    for (const layout one : {layout::nchw, layout::nhwc, layout::nchw16c}) {
        EXPECT_EQ(parse_layout(to_string(one)), one);
    }
    EXPECT_TRUE(oracle::throws<user_error>(
        [] { parse_layout("nhcw"); },
        {"layout \"nhcw\"", "there are \"nchw\", \"nhwc\", \"nchw16c\""}));
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

} // namespace
} // namespace tiramisu::nn
