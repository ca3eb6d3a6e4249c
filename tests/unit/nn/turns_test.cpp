#include "nn/framework/find/turns.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <string>

namespace tiramisu::nn {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// Ways to do something whose runs take what is written down, on a clock that nothing else moves.
class written_times {
public:
    using script = std::function<double(int run)>; ///< milliseconds of a run, counted from 0

    void add(const script &takes) {
        auto runs = std::make_shared<int>(0);
        runs_.push_back(runs);
        works.push_back([this, takes, runs, name = char('a' + works.size())] {
            now += takes((*runs)++) / 1000;
            order += name;
        });
    }
    std::vector<double> in_turns(int rounds, double end = never) {
        return milliseconds_in_turns(works, rounds, end, [this] { return now; });
    }
    int runs(std::size_t of) const { return *runs_[of]; }

    std::vector<std::function<void()>> works;
    double now = 0;
    std::string order;

private:
    std::vector<std::shared_ptr<int>> runs_;
};

written_times::script always(double milliseconds) {
    return [=](int) { return milliseconds; };
}

TEST(Turns, ShortWorkRunsTwiceInEach) {
    written_times all;
    for (const double takes : {1.0, 2.0, 3.0}) {
        all.add(always(takes));
    }
    const std::vector<double> times = all.in_turns(3);
    EXPECT_NEAR(times.at(2), 3, 1e-9);
    EXPECT_EQ(all.order.substr(0, 12), "aabbccaabbcc");
    EXPECT_EQ(all.order.size(), 5u * 6); // the fifth round fills 50 ms
}

TEST(Turns, LongWorkRunsOnceInEachRound) {
    written_times all;
    all.add(always(30));
    EXPECT_NEAR(all.in_turns(2).at(0), 30, 1e-9);
    EXPECT_EQ(all.runs(0), 2);
    EXPECT_EQ(milliseconds_of_turn(25), 25);
    EXPECT_EQ(milliseconds_of_turn(10), 20);
}

TEST(Turns, OfNothingTakeNoTime) {
    EXPECT_TRUE(written_times().in_turns(3).empty());
}

/// The first is faster, but three of its first five runs are disturbed.
written_times disturbed() {
    written_times all;
    all.add([](int run) { return run < 3 ? 31.2 : 30; });
    all.add(always(30.6));
    return all;
}

TEST(Turns, CloseTimesHaveMoreOfThemUntilOneLeads) {
    written_times all = disturbed();
    const std::vector<double> times = all.in_turns(5);
    EXPECT_LT(times.at(0), times.at(1));
    EXPECT_EQ(all.runs(0), 11); // three lost, eight won
}

TEST(Turns, CloseTimesHaveNoMoreOfThemWhenTimeIsOver) {
    written_times all = disturbed();
    const std::vector<double> times = all.in_turns(5, 0);
    EXPECT_GT(times.at(0), times.at(1));
    EXPECT_EQ(all.runs(0), 5);
}

TEST(Turns, TimesThatAreApartAreLeftAlone) {
    written_times all;
    all.add(always(30));
    all.add(always(33));
    all.in_turns(5);
    EXPECT_EQ(all.runs(0), 5);
    EXPECT_EQ(all.runs(1), 5);
}

TEST(Turns, EqualTimesHaveTenTimesAsMany) {
    constexpr double exact = 1000.0 / 32;
    written_times all;
    all.add(always(exact));
    all.add(always(exact));
    const std::vector<double> times = all.in_turns(3);
    EXPECT_EQ(times.at(0), times.at(1));
    EXPECT_EQ(all.runs(0), 3 + 30);
}

TEST(Turns, AMachineThatBecomesSlowerChangesNoOrder) {
    written_times all;
    const auto slower_from = [](int first, double times, double milliseconds) {
        return [=](int run) { return run < first ? milliseconds : times * milliseconds; };
    };
    all.add(slower_from(5, 2, 30));
    all.add([](int run) { return (run < 5 ? 1 : 2) * (run % 2 == 0 ? 30.5 : 29.9); });
    all.add(slower_from(5, 2, 33));
    const std::vector<double> times = all.in_turns(5);
    EXPECT_EQ(all.runs(2), 5);
    EXPECT_GT(all.runs(0), 5);
    EXPECT_LT(times.at(0), times.at(2));
    EXPECT_LT(times.at(1), times.at(2));
}

} // namespace
} // namespace tiramisu::nn
