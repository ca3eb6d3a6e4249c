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

/// Elements of a row x, each set to a value of those around it.
struct updated_row : in_function {
    using value_at = expr (*)(const input &x, const var &i);

    explicit updated_row(value_at value)
        : in_function("updated_row"), updated("updated", {i}, value(x, i)) {
        x.store_in(&memory);
        updated.store_in(&memory, {i});
    }

    const var i = var("i", 1, 9), any = var("any", 0, 10);
    buffer memory = buffer("memory", {10}, p_float32, a_output);
    input x = input("x", {any}, p_float32);
    computation updated;
};

std::string text_of(updated_row::value_at value) {
    updated_row row(value);
    return current().stmt_text({&row.memory}, {});
}

TEST(CarriedSums, ScaledSumsAreTakenApart) {
    const updated_row::value_at values[] = {
        [](const input &x, const var &i) { return (x(i - 1) + x(i) + x(i + 1)) / 4.0f; },
        [](const input &x, const var &i) { return 0.5f * (x(i) - x(i - 1)); },
        [](const input &x, const var &i) { return x(i) - x(i + 1) - x(i - 1) * x(i); },
    };
    for (const updated_row::value_at value : values) {
        EXPECT_THAT(text_of(value), HasSubstr("strict_add("));
    }
}

TEST(CarriedSums, NothingIsTakenApartWhereNothingCouldBeAddedBefore) {
    const updated_row::value_at values[] = {
        [](const input &x, const var &i) { return x(i) + 0.5f * x(i - 1); },
        [](const input &x, const var &i) { return 0.5f * x(i - 1); },
        [](const input &x, const var &i) { return x(i) + x(i - 1) + x(i - 1) * x(i + 1); },
        [](const input &x, const var &i) { return x(i) + x(i + 1) + expr(o_max, x(i - 1), 0.5f); },
    };
    for (const updated_row::value_at value : values) {
        EXPECT_THAT(text_of(value), Not(HasSubstr("strict_add(")));
    }
}

TEST(CarriedSums, ScaledSumsAreRight) {
    updated_row made([](const input &x, const var &i) {
        return (x(i + 1) - (x(i - 1) * 0.5f - x(i)) * 4.0f) / 8.0f;
    });
    std::vector<float> got(10);
    for (std::size_t at = 0; at < got.size(); ++at) {
        got[at] = static_cast<float>(at * 37 % 11);
    }
    std::vector<float> expected = got;
    for (std::size_t at = 1; at < 9; ++at) {
        expected[at] = (expected[at + 1] - (expected[at - 1] * 0.5f - expected[at]) * 4.0f) / 8.0f;
    }
    ASSERT_EQ(0, current().compile({&made.memory})({{got.data(), {10}}}));
    for (std::size_t at = 0; at < got.size(); ++at) {
        EXPECT_NEAR(expected[at], got[at], 1e-5f) << at;
    }
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
