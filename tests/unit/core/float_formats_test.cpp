#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "core/expr/float_formats.h"
#include "support/short_floats.h"
#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::testing {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(FloatFormats, RoundToTheNearestAndToTheEvenOne) {
    const double step = std::ldexp(1, -10), half_step = step / 2;
    EXPECT_EQ(1, core::rounded_to(p_float16, 1 + half_step));
    EXPECT_EQ(1 + step, core::rounded_to(p_float16, 1 + half_step * 1.01));
    EXPECT_EQ(1 + 2 * step, core::rounded_to(p_float16, 1 + 3 * half_step));
    EXPECT_EQ(-(1 + 2 * step), core::rounded_to(p_float16, -(1 + 3 * half_step)));
    EXPECT_EQ(1, core::rounded_to(p_bfloat16, 1 + 1.0 / 256));
    EXPECT_EQ(1 + 1.0 / 64, core::rounded_to(p_bfloat16, 1 + 3.0 / 256));
}

TEST(FloatFormats, EndInInfinityAndInSubnormalNumbers) {
    EXPECT_EQ(65504, core::rounded_to(p_float16, 65519.99));
    EXPECT_EQ(infinity, core::rounded_to(p_float16, 65520));
    EXPECT_EQ(-infinity, core::rounded_to(p_float16, -1e9));
    EXPECT_EQ(infinity, core::rounded_to(p_bfloat16, 3.4e38));
    EXPECT_EQ(0x1.fep127, core::rounded_to(p_bfloat16, 3.39e38));
    const double least = std::ldexp(1, -24);
    EXPECT_EQ(least, core::rounded_to(p_float16, least * 0.51));
    EXPECT_EQ(0, core::rounded_to(p_float16, least * 0.5));
    EXPECT_EQ(infinity, core::rounded_to(p_float16, infinity));
    EXPECT_TRUE(std::isnan(core::rounded_to(p_bfloat16, std::nan(""))));
}

TEST(FloatFormats, AgreeWithTheBitsOfEveryNumber) {
    for (const primitive_t type : {p_float16, p_bfloat16}) {
        for (int bits = 0; bits < 0x10000; ++bits) {
            const float number = short_float_value(type, static_cast<std::uint16_t>(bits));
            const auto kept =
                static_cast<float>(core::rounded_to(type, static_cast<double>(number)));
            ASSERT_TRUE(kept == number || std::isnan(number)) << to_string(type) << " " << bits;
        }
        std::mt19937 random(7);
        for (int k = 0; k < 100000; ++k) {
            const auto number = std::ldexp(static_cast<float>(random()) / 65536.0F - 32768.0F,
                                           static_cast<int>(random() % 60) - 45);
            const float expected = short_float_value(type, short_float_bits(type, number));
            ASSERT_EQ(static_cast<double>(expected),
                      core::rounded_to(type, static_cast<double>(number)))
                << to_string(type) << " of " << number;
        }
    }
}

TEST(ShortFloats, AreTakenAsFloat32ByOperations) {
    init("f");
    const var i("i", 0, 8);
    const input a("a", {i}, p_float16), b("b", {i}, p_bfloat16);
    EXPECT_EQ(p_float32, (a(i) * b(i)).get_data_type());
    EXPECT_EQ("cast(p_float32, a(i)) * cast(p_float32, b(i))", (a(i) * b(i)).to_str());
    EXPECT_EQ(p_float32, (a(i) + 1.5F).get_data_type());
    EXPECT_EQ(p_float32, (-a(i)).get_data_type());
    EXPECT_EQ(p_boolean, (a(i) < a(i)).get_data_type());
    EXPECT_EQ(p_float16, select(i > 3, a(i), a(i + 1)).get_data_type());
    EXPECT_EQ("cast(p_int32, cast(p_float32, a(i)))", cast(p_int32, a(i)).to_str());
    EXPECT_EQ("cast(p_bfloat16, 1.5f)", cast(p_bfloat16, 1.5).to_str());
    EXPECT_EQ("cast(p_bfloat16, 1.001f)", cast(p_bfloat16, 1.001F).to_str());
}

TEST(ShortFloats, AreNeitherConstantsNorArgumentsOfCFunctions) {
    init("f");
    const var i("i", 0, 8);
    const input a("a", {i}, p_float16);
    EXPECT_TRUE(oracle::throws<user_error>(
        [] { constant("n", expr(p_float16)); },
        {"constant \"n\"", "is of type float16, which only memory has: make it a p_float32"}));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { call("g", {a(i)}, p_float32); },
        {"call(\"g\", ...)", "C functions take and return no float16; pass cast(p_float32, ...), "
                             "or cast what is returned"}));
}

TEST(ShortFloats, TakeNoSumWithoutACast) {
    init("f");
    const var i("i", 0, 8), k("k", 0, 8);
    const input a("a", {i, k}, p_bfloat16);
    computation sum("sum", {i}, cast(p_bfloat16, 0.0F));
    EXPECT_TRUE(oracle::throws<user_error>([&] { sum(i) += a(i, k); },
                                           {"computation \"sum\"", "bfloat16", "float32"}));
}

} // namespace
} // namespace tiramisu::testing
