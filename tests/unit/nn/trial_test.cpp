#include "nn/framework/find/trial.h"

#include <gtest/gtest.h>

#include <limits>

namespace tiramisu::nn {
namespace {

TEST(Trial, DifferencesCountOverTheLargestValue) {
    EXPECT_EQ(largest_difference({4, -8, 0}, {4, -7, 1}), 0.125);
    EXPECT_EQ(largest_difference({0, 0}, {0, 0.5f}), 0.5);
}

TEST(Trial, WhatIsNoNumberDiffersWithoutBound) {
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    EXPECT_EQ(largest_difference({1}, {std::numeric_limits<float>::quiet_NaN()}), unbounded);
    EXPECT_EQ(largest_difference({1}, {std::numeric_limits<float>::infinity()}), unbounded);
}

} // namespace
} // namespace tiramisu::nn
