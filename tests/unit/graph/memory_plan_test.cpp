#include "graph/compile/memory_plan.h"

#include <random>

#include <gtest/gtest.h>

namespace tiramisu::testing {
namespace {

using graph::live_range;
using graph::memory_plan;
using graph::plan_memory;

TEST(MemoryPlan, AChainTakesTwoPieces) {
    const memory_plan plan =
        plan_memory({{"a", 100, 0, 1}, {"b", 100, 1, 2}, {"c", 100, 2, 3}, {"d", 100, 3, 4}});
    EXPECT_EQ(plan.size, 2 * 112);
    EXPECT_EQ(plan.least, plan.size);
    EXPECT_EQ(plan.places.at("a"), plan.places.at("c"));
}

TEST(MemoryPlan, AValueGoesIntoTheSmallestGapThatHoldsIt) {
    // a and c leave gaps of 48 and 16 between those that stay.
    const memory_plan plan = plan_memory({{"a", 48, 0, 1},
                                          {"stays", 96, 0, 4},
                                          {"c", 16, 0, 1},
                                          {"also", 80, 0, 4},
                                          {"small", 16, 2, 4}});
    EXPECT_EQ(plan.least, 240);
    EXPECT_EQ(plan.size, 240);
}

TEST(MemoryPlan, WhatLivesTogetherLiesApart) {
    std::mt19937 random(5);
    for (int round = 0; round < 200; round++) {
        std::vector<live_range> ranges;
        for (int i = 0; i < 20; i++) {
            const std::size_t first = random() % 15;
            ranges.push_back({"v" + std::to_string(i), static_cast<std::int64_t>(random() % 200),
                              first, first + random() % 6});
        }
        const memory_plan plan = plan_memory(ranges);
        EXPECT_GE(plan.size, plan.least);
        for (const live_range &one : ranges) {
            const std::int64_t begin = plan.places.at(one.value);
            EXPECT_LE(begin + one.size, plan.size);
            for (const live_range &other : ranges) {
                const std::int64_t there = plan.places.at(other.value);
                const bool apart = begin + one.size <= there || there + other.size <= begin;
                const bool together = one.first <= other.last && other.first <= one.last;
                EXPECT_TRUE(one.value == other.value || apart || !together)
                    << one.value << " and " << other.value << " in round " << round;
            }
        }
    }
}

} // namespace
} // namespace tiramisu::testing
