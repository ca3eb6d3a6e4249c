#include "support/append_log.h"

#include <gtest/gtest.h>

namespace tiramisu::support {
namespace {

using numbers = append_log<int>;

std::vector<int> all(const numbers &log) {
    return std::vector<int>(log);
}

TEST(AppendLog, CopiesGrowApart) {
    numbers log = {1, 2};
    numbers copy = log;
    log.push_back(3);
    copy.push_back(4);
    copy.push_back(5);
    EXPECT_EQ(all(log), (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(all(copy), (std::vector<int>{1, 2, 4, 5}));
}

TEST(AppendLog, GoesBackToAnEarlierCopy) {
    numbers log = {1, 2};
    const numbers before = log;
    log.push_back(3);
    log = before;
    log.push_back(4);
    EXPECT_EQ(all(log), (std::vector<int>{1, 2, 4}));
    EXPECT_EQ(all(before), (std::vector<int>{1, 2}));
}

TEST(AppendLog, CopiesShareElements) {
    numbers log = {1, 2, 3};
    const numbers copy = log;
    EXPECT_EQ(log.begin(), copy.begin());
}

TEST(AppendLog, IsEmptyAfterItWasMovedFrom) {
    numbers log = {1, 2};
    const numbers moved = std::move(log);
    EXPECT_TRUE(log.empty()); // NOLINT(bugprone-use-after-move): that is what is asked
    log.push_back(7);
    EXPECT_EQ(all(log), (std::vector<int>{7}));
    EXPECT_EQ(moved.back(), 2);
    EXPECT_EQ(*moved.rbegin(), 2);
}

} // namespace
} // namespace tiramisu::support
