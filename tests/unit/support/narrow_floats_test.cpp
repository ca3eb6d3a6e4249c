#include "support/narrow_floats.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace tiramisu::testing {
namespace {

TEST(NarrowFloats, HalvesHaveFiveBitsOfExponent) {
    EXPECT_EQ(1.0F, support::half_value(0x3c00));
    EXPECT_EQ(-59.5625F, support::half_value(0xd372));
    EXPECT_EQ(65504.0F, support::half_value(0x7bff)) << "the largest";
    EXPECT_EQ(std::ldexp(1.0F, -24), support::half_value(0x0001)) << "the smallest";
    EXPECT_EQ(std::numeric_limits<float>::infinity(), support::half_value(0x7c00));
    EXPECT_TRUE(std::isnan(support::half_value(0x7e00)));
    EXPECT_TRUE(std::signbit(support::half_value(0x8000))) << "zero has a sign";
}

TEST(NarrowFloats, BfloatsAreUpperHalves) {
    EXPECT_EQ(1.0F, support::bfloat_value(0x3f80));
    EXPECT_EQ(-2.5F, support::bfloat_value(0xc020));
    EXPECT_EQ(std::numeric_limits<float>::infinity(), support::bfloat_value(0x7f80));
    EXPECT_TRUE(std::isnan(support::bfloat_value(0x7fc0)));
}

} // namespace
} // namespace tiramisu::testing
