#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/tiramisu.h"

// Sums that take the element of the iteration before.

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Sums of all elements above and to the left, of whole numbers.
struct sums_of_corners : in_function {
    explicit sums_of_corners(primitive_t type)
        : in_function("sums_of_corners"), from_memory("from_memory", {9, 9}, type, a_input),
          memory("memory", {9, 9}, type, a_output), from("from", {any, any}, type),
          known("known", {any, any}, type),
          sums("sums", {i, j},
               from(i, j) + known(i - 1, j) + known(i, j - 1) - known(i - 1, j - 1)) {
        from.store_in(&from_memory);
        known.store_in(&memory);
        sums.store_in(&memory, {i, j});
    }

    std::string text(const options &opts = {}) {
        return current().stmt_text({&from_memory, &memory}, opts);
    }

    const var i = var("i", 1, 9), j = var("j", 1, 9), any = var("any", 0, 9);
    buffer from_memory, memory;
    input from, known;
    computation sums;
};

TEST(CarriedSums, TheElementOfTheIterationBeforeIsAddedLast) {
    EXPECT_THAT(sums_of_corners(p_float32).text(), HasSubstr("strict_add("));
}

TEST(CarriedSums, IntegersAndStrictFloatsAreAddedAsTheyAreWritten) {
    EXPECT_THAT(sums_of_corners(p_int32).text(), Not(HasSubstr("strict_add(")));
    options strict;
    strict.strict_float = true;
    const std::string text = sums_of_corners(p_float32).text(strict);
    EXPECT_THAT(text, HasSubstr("strict_sub("));
}

TEST(CarriedSums, SumsUnderAVectorAreAddedAsTheyAreWritten) {
    sums_of_corners made(p_float32);
    const var d("d"), x("x");
    made.sums.transform({made.i, made.j}, {{1, 1}, {1, 0}}, {d, x});
    made.sums.vectorize(x, 4);
    EXPECT_THAT(made.text(), Not(HasSubstr("strict_add(")));
}

TEST(CarriedSums, SumsAreRight) {
    sums_of_corners made(p_float64);
    const compiled_function compiled = current().compile({&made.from_memory, &made.memory});
    std::vector<double> from(81), expected(81), got(81);
    for (std::size_t at = 0; at < 81; ++at) {
        from[at] = static_cast<double>(at * 37 % 11);
    }
    for (std::size_t i = 1; i < 9; ++i) {
        for (std::size_t j = 1; j < 9; ++j) {
            expected[i * 9 + j] = from[i * 9 + j] + expected[(i - 1) * 9 + j] +
                                  expected[i * 9 + j - 1] - expected[(i - 1) * 9 + j - 1];
        }
    }
    ASSERT_EQ(0, compiled({{from.data(), {9, 9}}, {got.data(), {9, 9}}}));
    EXPECT_EQ(expected, got);
}

} // namespace
} // namespace tiramisu::testing
