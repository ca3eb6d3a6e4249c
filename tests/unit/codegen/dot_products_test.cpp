// Sums of products of narrow numbers, with the loop over neighbours innermost and vectorized.

#include <cstdint>
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

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int rows = 3, columns = 32, steps = 5;

/// sums(i, j) += a(i, k, q) * b(k, j, q), `width` neighbours q at a time.
struct dot_program {
    int width;
    buffer a_memory, b_memory, sums_memory;

    dot_program(primitive_t a_type, primitive_t b_type, primitive_t sum_type, int neighbours)
        : width(neighbours), a_memory("a_memory", {rows, steps, width}, a_type, a_input),
          b_memory("b_memory", {steps, columns, width}, b_type, a_input),
          sums_memory("sums_memory", {rows, columns}, sum_type, a_output) {
        const var i("i", 0, rows), j("j", 0, columns), k("k", 0, steps), q("q", 0, width);
        input a("a", {i, k, q}, a_type), b("b", {k, j, q}, b_type);
        a.store_in(&a_memory);
        b.store_in(&b_memory);
        computation sums("sums", {i, j}, cast(sum_type, 0));
        sums(i, j) += cast(sum_type, a(i, k, q)) * cast(sum_type, b(k, j, q));
        sums.store_in(&sums_memory);
        sums.interchange(j, k);
        sums.vectorize(j, 16);
        sums.vectorize(q, width);
    }

    std::vector<buffer *> arguments() { return {&a_memory, &b_memory, &sums_memory}; }
};

template <typename T>
T number(int k) {
    return static_cast<T>((k * 37 + 11) % 251 - 120);
}

template <typename A, typename B, typename Sum>
void check_integers(int width) {
    init("dot");
    dot_program program(primitive_type_of<A>(), primitive_type_of<B>(), primitive_type_of<Sum>(),
                        width);
    std::vector<A> a(static_cast<std::size_t>(rows * steps * width));
    std::vector<B> b(static_cast<std::size_t>(steps * columns * width));
    for (std::size_t k = 0; k < a.size(); ++k) {
        a[k] = k % 7 == 0   ? std::numeric_limits<A>::max()
               : k % 5 == 0 ? std::numeric_limits<A>::min()
                            : number<A>(static_cast<int>(k));
    }
    for (std::size_t k = 0; k < b.size(); ++k) {
        b[k] = k % 3 == 0 ? std::numeric_limits<B>::min() : number<B>(static_cast<int>(k));
    }
    std::vector<Sum> sums(rows * columns, 1);
    const compiled_function code = current().compile(program.arguments());
    ASSERT_EQ(0, code({{a.data(), {rows, steps, width}},
                       {b.data(), {steps, columns, width}},
                       {sums.data(), {rows, columns}}}));
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) {
            std::uint64_t expected = 0;
            for (int k = 0; k < steps; ++k) {
                for (int q = 0; q < width; ++q) {
                    expected += static_cast<std::uint64_t>(
                        std::int64_t{a[static_cast<std::size_t>((i * steps + k) * width + q)]} *
                        std::int64_t{b[static_cast<std::size_t>((k * columns + j) * width + q)]});
                }
            }
            ASSERT_EQ(static_cast<Sum>(expected), sums[static_cast<std::size_t>(i * columns + j)])
                << i << ", " << j << ", " << width;
        }
    }
}

TEST(DotProducts, AreRightOfEveryTypeAndWidth) {
    for (const int width : {2, 4, 8}) {
        check_integers<std::uint8_t, std::int8_t, std::int32_t>(width);
        check_integers<std::int8_t, std::int8_t, std::int32_t>(width);
        check_integers<std::uint8_t, std::uint8_t, std::int32_t>(width);
        check_integers<std::int16_t, std::int16_t, std::int32_t>(width);
        check_integers<std::uint16_t, std::int16_t, std::int32_t>(width);
        check_integers<std::uint8_t, std::int16_t, std::uint32_t>(width);
        check_integers<std::int8_t, std::uint8_t, std::int16_t>(width);
    }
}

TEST(DotProducts, OfShortFloatsAreSumsInFloat32) {
    for (const primitive_t type : {p_float16, p_bfloat16}) {
        init("dot");
        dot_program program(type, type, p_float32, 2);
        std::vector<std::uint16_t> a, b;
        for (int k = 0; k < rows * steps * 2; ++k) {
            a.push_back(short_float_bits(type, static_cast<float>(k % 11 - 5)));
        }
        for (int k = 0; k < steps * columns * 2; ++k) {
            b.push_back(short_float_bits(type, static_cast<float>(k % 13 - 6)));
        }
        std::vector<float> sums(rows * columns, 1);
        const compiled_function code = current().compile(program.arguments());
        ASSERT_EQ(0, code({{a.data(), type, {rows, steps, 2}},
                           {b.data(), type, {steps, columns, 2}},
                           {sums.data(), {rows, columns}}}));
        for (int at = 0; at < rows * columns; ++at) {
            float expected = 0;
            for (int k = 0; k < steps * 2; ++k) {
                const int in_a = at / columns * steps * 2 + k;
                const int in_b = (k / 2 * columns + at % columns) * 2 + k % 2;
                expected += static_cast<float>((in_a % 11 - 5) * (in_b % 13 - 6));
            }
            ASSERT_EQ(expected, sums[static_cast<std::size_t>(at)]) << to_string(type) << " " << at;
        }
    }
}

std::string code_for(const char *target, primitive_t a, primitive_t b, primitive_t sum, int width) {
    const temporary_folder folder;
    const environment_setting extra("TIRAMISU_EMIT", "assembly");
    init("dot");
    dot_program program(a, b, sum, width);
    options opts;
    opts.target = target;
    current().codegen(program.arguments(), folder / "dot.o", opts);
    return read_file(folder / "dot.s");
}

TEST(DotProducts, UseTheInstructionsForThem) {
    EXPECT_THAT(code_for("zen4", p_uint8, p_int8, p_int32, 4), HasSubstr("vpdpbusd"));
    EXPECT_THAT(code_for("zen4", p_int8, p_uint8, p_int32, 4), HasSubstr("vpdpbusd"));
    EXPECT_THAT(code_for("sapphirerapids", p_uint8, p_int8, p_int32, 4), HasSubstr("vpdpbusd"));
    EXPECT_THAT(code_for("zen4", p_bfloat16, p_bfloat16, p_float32, 2), HasSubstr("vdpbf16ps"));
    const std::string for_avx2 = code_for("avx2", p_uint8, p_int8, p_int32, 4);
    EXPECT_THAT(for_avx2, HasSubstr("vpmaddwd"));
    EXPECT_THAT(for_avx2, Not(HasSubstr("vpmulld")));
}

} // namespace
} // namespace tiramisu::testing
