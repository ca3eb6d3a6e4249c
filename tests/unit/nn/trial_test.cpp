#include "nn/framework/find/trial.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

namespace tiramisu {
namespace {

using nn::medians_in_turns;

TEST(Trial, ShortWorkRunsInTurnsTwiceEach) {
    std::string order;
    const auto times =
        medians_in_turns({[&] { order += 'a'; }, [&] { order += 'b'; }, [&] { order += 'c'; }}, 2);
    EXPECT_EQ(times.size(), 3U);
    const std::string round = "aabbcc";
    ASSERT_GE(order.size(), 2 * round.size());
    ASSERT_LE(order.size(), 20 * round.size());
    for (std::size_t i = 0; i < order.size(); i++) {
        ASSERT_EQ(order[i], round[i % round.size()]) << order;
    }
}

TEST(Trial, LongWorkRunsOnceInEachRound) {
    int runs = 0;
    const auto times =
        medians_in_turns({[&] {
                             runs++;
                             std::this_thread::sleep_for(std::chrono::milliseconds(25));
                         }},
                         2);
    EXPECT_EQ(runs, 2);
    EXPECT_GE(times.at(0), 25);
}

TEST(Trial, NothingTakesNoTime) {
    EXPECT_TRUE(medians_in_turns({}, 3).empty());
}

} // namespace
} // namespace tiramisu
