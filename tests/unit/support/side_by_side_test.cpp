#include "support/side_by_side.h"

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tiramisu::support {
namespace {

TEST(SideBySide, MakesEachCallOnce) {
    std::vector<std::atomic<int>> calls(100);
    side_by_side(calls.size(), [&](std::size_t i) { calls[i]++; });
    for (const std::atomic<int> &one : calls) {
        EXPECT_EQ(1, one);
    }
    side_by_side(0, [](std::size_t) { FAIL(); });
}

TEST(SideBySide, ThrowsWhatTheFirstFailingCallThrew) {
    // All calls before the failing one have begun, and may fail, too.
    std::atomic<int> last = 0;
    try {
        side_by_side(1000, [&](std::size_t i) {
            last = std::max(last.load(), static_cast<int>(i));
            if (i >= 3) {
                throw std::runtime_error(std::to_string(i));
            }
        });
        FAIL();
    } catch (const std::runtime_error &thrown) {
        EXPECT_STREQ("3", thrown.what());
    }
    EXPECT_LT(last, 999);
}

} // namespace
} // namespace tiramisu::support
