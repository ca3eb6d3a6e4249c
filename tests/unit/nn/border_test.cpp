#include "nn/layers/conv2d/border.h"

#include <gtest/gtest.h>

namespace tiramisu::nn {
namespace {

std::vector<column_band> bands_of(const std::string &text) {
    return column_bands(conv2d_problem::parse("conv2d ic=1 oc=1 " + text));
}

void expect(const column_band &band, const column_band &expected) {
    EXPECT_EQ(band.first, expected.first);
    EXPECT_EQ(band.end, expected.end);
    EXPECT_EQ(band.kernel_first, expected.kernel_first);
    EXPECT_EQ(band.kernel_end, expected.kernel_end);
}

TEST(ColumnBands, BorderColumnsMeetPartOfTheKernel) {
    const auto bands = bands_of("ih=9 iw=9 kh=3 kw=3 ph=1 pw=1");
    ASSERT_EQ(bands.size(), 3u);
    expect(bands[0], {0, 1, 1, 3});
    expect(bands[1], {1, 8, 0, 3});
    expect(bands[2], {8, 9, 0, 2});
}

TEST(ColumnBands, AStrideMayLeaveOutTheRightBorder) {
    const auto bands = bands_of("ih=8 iw=8 kh=3 kw=3 ph=1 pw=1 sh=2 sw=2");
    ASSERT_EQ(bands.size(), 2u);
    expect(bands[0], {0, 1, 1, 3});
    expect(bands[1], {1, 4, 0, 3});
}

TEST(ColumnBands, WithoutPaddingThereIsOne) {
    EXPECT_EQ(bands_of("ih=9 iw=9 kh=3 kw=3").size(), 1u);
}

TEST(ColumnBands, NoneWhereAPositionMeetsNothingOrTheKernelHasGaps) {
    EXPECT_TRUE(bands_of("ih=9 iw=9 kh=1 kw=1 pw=1").empty());
    EXPECT_TRUE(bands_of("ih=9 iw=9 kh=1 kw=1 ph=1").empty());
    EXPECT_TRUE(bands_of("ih=9 iw=9 kh=3 kw=3 oh=20").empty());
    EXPECT_TRUE(bands_of("ih=9 iw=9 kh=3 kw=3 dw=1").empty());
}

} // namespace
} // namespace tiramisu::nn
