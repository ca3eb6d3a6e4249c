// Conversions of 16-bit floats, by instructions and without: every number of 16 bits, and float32
// numbers around all that round differently.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/environment_setting.h"
#include "support/functions.h"
#include "support/short_floats.h"
#include "support/temporary_folder.h"
#include "tiramisu/jit.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

constexpr int stored_numbers = 0x10000, rounded_numbers = 4 * stored_numbers + 16;

float of_bits(std::uint32_t bits) {
    float number;
    std::memcpy(&number, &bits, sizeof number);
    return number;
}

/// For each upper half: the lower halves around the point where rounding turns, and a random one.
std::vector<float> numbers_to_round(primitive_t type) {
    std::mt19937 random(3);
    std::vector<float> numbers;
    for (std::uint32_t high = 0; high < stored_numbers; ++high) {
        const float at = short_float_value(type, static_cast<std::uint16_t>(high));
        const float next = short_float_value(type, static_cast<std::uint16_t>(high + 1));
        const float middle = at + (next - at) / 2;
        numbers.push_back(middle);
        numbers.push_back(std::nextafter(middle, -1e30F));
        numbers.push_back(std::nextafter(middle, 1e30F));
        numbers.push_back(of_bits(static_cast<std::uint32_t>(random())));
    }
    for (std::uint32_t low : {1U, 0x1000U, 0x7fffU, 0xffffU}) {
        for (std::uint32_t high : {0x7f80U, 0x7fffU, 0xff80U, 0xffffU}) {
            numbers.push_back(of_bits(high << 16 | low));
        }
    }
    return numbers;
}

bool are_same(float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

void check_conversions(primitive_t type, int width, const options &opts) {
    init("conversions");
    const var i("i", 0, stored_numbers), r("r", 0, rounded_numbers);
    input stored("stored", {i}, type), exact("exact", {r}, p_float32);
    computation widened("widened", {i}, cast(p_float32, stored(i)));
    computation rounded("rounded", {r}, cast(type, exact(r)));
    widened.vectorize(i, width);
    rounded.vectorize(r, width);
    buffer stored_memory("stored_memory", {stored_numbers}, type, a_input),
        exact_memory("exact_memory", {rounded_numbers}, p_float32, a_input),
        widened_memory("widened_memory", {stored_numbers}, p_float32, a_output),
        rounded_memory("rounded_memory", {rounded_numbers}, type, a_output);
    stored.store_in(&stored_memory);
    exact.store_in(&exact_memory);
    widened.store_in(&widened_memory);
    rounded.store_in(&rounded_memory);
    const compiled_function code =
        current().compile({&stored_memory, &exact_memory, &widened_memory, &rounded_memory}, opts);

    std::vector<std::uint16_t> all(stored_numbers), found(rounded_numbers);
    for (int k = 0; k < stored_numbers; ++k) {
        all[static_cast<std::size_t>(k)] = static_cast<std::uint16_t>(k);
    }
    std::vector<float> numbers = numbers_to_round(type), wide(stored_numbers);
    ASSERT_EQ(numbers.size(), static_cast<std::size_t>(rounded_numbers));
    ASSERT_EQ(0, code({{all.data(), type, {stored_numbers}},
                       {numbers.data(), {rounded_numbers}},
                       {wide.data(), {stored_numbers}},
                       {found.data(), type, {rounded_numbers}}}));
    for (std::size_t k = 0; k < all.size(); ++k) {
        ASSERT_TRUE(are_same(short_float_value(type, all[k]), wide[k])) << k << " is " << wide[k];
    }
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const std::uint16_t expected = short_float_bits(type, numbers[k]);
        ASSERT_TRUE(expected == found[k] ||
                    (std::isnan(numbers[k]) && std::isnan(short_float_value(type, found[k]))))
            << numbers[k] << " becomes " << found[k] << ", not " << expected;
    }
}

TEST(ShortFloatConversions, AreRightOnEveryTarget) {
    for (const char *target : {"host", "sse41", "x86-64"}) {
        for (const primitive_t type : {p_float16, p_bfloat16}) {
            for (const bool is_strict : {false, true}) {
                SCOPED_TRACE(std::string(target) + " " + to_string(type));
                options opts;
                opts.target = target;
                opts.strict_float = is_strict;
                check_conversions(type, is_strict ? 8 : 5, opts);
            }
        }
    }
}

TEST(ShortFloats, AreChosenWithoutAWord) {
    for (const primitive_t type : {p_float16, p_bfloat16}) {
        init("choice");
        const var i("i", 0, 40);
        input a("a", {i}, type);
        computation chosen("chosen", {i}, select(i % 3 == 0, a(i), cast(type, 1.5F)));
        chosen.vectorize(i, 8);
        buffer a_memory("a_memory", {40}, type, a_input),
            chosen_memory("chosen_memory", {40}, type, a_output);
        a.store_in(&a_memory);
        chosen.store_in(&chosen_memory);
        ::testing::internal::CaptureStderr();
        const compiled_function code = current().compile({&a_memory, &chosen_memory});
        EXPECT_EQ("", ::testing::internal::GetCapturedStderr());
        std::vector<std::uint16_t> given(40), found(40);
        for (int k = 0; k < 40; ++k) {
            given[static_cast<std::size_t>(k)] = static_cast<std::uint16_t>(k * 1601);
        }
        ASSERT_EQ(0, code({{given.data(), type, {40}}, {found.data(), type, {40}}}));
        for (std::size_t k = 0; k < 40; ++k) {
            EXPECT_EQ(k % 3 == 0 ? given[k] : short_float_bits(type, 1.5F), found[k]) << k;
        }
    }
}

/// Where both 64-bit integers and 16-bit floats are in order, as LLVM turned the latter around.
/// The floats lie in memory, or are only rounded to.
std::string comparing_code(const char *target, bool is_in_memory) {
    const temporary_folder folder;
    const environment_setting extra("TIRAMISU_EMIT", "assembly");
    init("comparing");
    const var i("i", 0, 37);
    const primitive_t type = is_in_memory ? p_float16 : p_float32;
    input a("a", {i}, p_int64), b("b", {i}, p_int64), half("half", {i}, type);
    const expr number = cast(p_float32, cast(p_float16, half(i)));
    computation least("least", {i}, select(a(i) <= b(i) && expr(2.0F) > number, a(i), b(i)));
    least.vectorize(i, 8);
    buffer a_memory("a_memory", {37}, p_int64, a_input),
        b_memory("b_memory", {37}, p_int64, a_input),
        half_memory("half_memory", {37}, type, a_input),
        least_memory("least_memory", {37}, p_int64, a_output);
    a.store_in(&a_memory);
    b.store_in(&b_memory);
    half.store_in(&half_memory);
    least.store_in(&least_memory);
    options opts;
    opts.target = target;
    current().codegen({&a_memory, &b_memory, &half_memory, &least_memory}, folder / "comparing.o",
                      opts);
    return read_file(folder / "comparing.s");
}

TEST(ShortFloats, AreComparedIn32Bits) {
    for (const char *target : {"sapphirerapids", "zen4", "avx512"}) {
        for (const bool is_in_memory : {true, false}) {
            const std::string code = comparing_code(target, is_in_memory);
            EXPECT_THAT(code, ::testing::HasSubstr("vcvtph2ps")) << target;
            EXPECT_FALSE(std::regex_search(code, std::regex("vcmp[a-z_]*ph")))
                << target << ": LLVM swaps operands of these alone";
        }
    }
}

} // namespace
} // namespace tiramisu::testing
