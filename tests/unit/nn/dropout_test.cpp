#include "tiramisu/nn/dropout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "support/throws.h"

namespace tiramisu::nn {
namespace {

using four = std::array<std::uint32_t, 4>;

// The known answers that Random123 is tested with.
TEST(Philox, GivesTheKnownAnswers) {
    constexpr std::uint32_t ones = 0xffffffff;
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
              (four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

std::vector<float> mask_of(const dropout &of, std::uint64_t step, std::size_t first,
                           std::size_t count) {
    std::vector<float> factors(count);
    of.mask(step, first, count, factors.data());
    return factors;
}

TEST(Dropout, PartsOfAMaskAreThoseOfTheWhole) {
    const dropout half{0.5f, 42};
    const std::vector<float> whole = mask_of(half, 7, 0, 1000);
    for (const std::size_t first : {0, 1, 2, 3, 4, 501, 998}) {
        const std::size_t count = std::min<std::size_t>(97, 1000 - first);
        const auto part = whole.begin() + static_cast<std::ptrdiff_t>(first);
        EXPECT_EQ(mask_of(half, 7, first, count),
                  std::vector<float>(part, part + static_cast<std::ptrdiff_t>(count)));
    }
}

TEST(Dropout, StepsAndSeedsHaveMasksOfTheirOwn) {
    const std::vector<float> mask = mask_of({0.5f, 42}, 7, 0, 100);
    EXPECT_NE(mask, mask_of({0.5f, 42}, 8, 0, 100));
    EXPECT_NE(mask, mask_of({0.5f, 43}, 7, 0, 100));
    EXPECT_NE(mask, mask_of({0.5f, 42}, 7 + (std::uint64_t{1} << 32), 0, 100));
}

TEST(Dropout, DropsAsOftenAsTheRateSaysAndKeepsTheMean) {
    constexpr std::size_t count = 100000;
    for (const float rate : {0.1f, 0.5f, 0.8f}) {
        const std::vector<float> mask = mask_of({rate, 1}, 0, 0, count);
        const auto dropped = static_cast<double>(std::count(mask.begin(), mask.end(), 0.0f));
        const double deviation = std::sqrt(static_cast<double>(count) * rate * (1 - rate));
        EXPECT_NEAR(dropped, static_cast<double>(count) * rate, 4 * deviation);
        EXPECT_NEAR(std::accumulate(mask.begin(), mask.end(), 0.0) / count, 1, 0.03);
    }
    EXPECT_EQ(mask_of({0, 1}, 0, 0, 9), std::vector<float>(9, 1.0f));
    EXPECT_EQ(mask_of({1, 1}, 0, 0, 9), std::vector<float>(9, 0.0f));
}

TEST(Dropout, OtherRatesAndMissingMemoryAreRefused) {
    float factor = 0;
    for (const float rate : {-0.25f, 1.5f, std::numeric_limits<float>::quiet_NaN()}) {
        EXPECT_TRUE(oracle::throws<user_error>(
            [&] {
                dropout{rate, 0}.mask(0, 0, 1, &factor);
            },
            {"dropout: mask: rate is ", "must be from 0 to 1"}));
    }
    EXPECT_TRUE(oracle::throws<user_error>([&] { dropout().mask(0, 0, 1, nullptr); },
                                           {"dropout: mask: factors is null"}));
}

} // namespace
} // namespace tiramisu::nn
