// Integers of several widths that are extended to one wider type: LLVM 21 takes vectors of both,
// side by side, for vectors of the first one's width, or fails.

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/temporary_folder.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

// LLVM unrolls the loops of t, finds that one row needs 16 bits and another one 8, and made one
// vector of both.
TEST(MixedExtensions, RowsThatLlvmComputesInOtherWidths) {
    init("rows_of_other_widths");
    buffer a_mem("a_mem", {4}, p_uint8, a_input), s_mem("s_mem", {5, 7, 6}, p_int8, a_output);
    buffer t_mem("t_mem", {3, 4}, p_int32, a_output);
    const var e("e", 0, 4), i("i", 0, 4), j("j", 1, 4), k("k", 0, 4), row("row", 0, 3);
    input of_a("of_a", {e}, p_uint8);
    of_a.store_in(&a_mem);
    computation of_s("of_s", {i, j, k}, cast(p_int8, of_a(j)));
    of_s.store_in(&s_mem);
    of_s(i, j, k) += max(of_s(2, j + k, k - j + 3), of_s(i + 1, 2 * j, k));
    computation of_t("of_t", {row, e},
                     cast(p_int32, of_s(row + 2, e + 1, row % 2)) - 5 +
                         min(cast(p_int32, of_a(e)), cast(p_int32, row)));
    of_t.store_in(&t_mem);
    const compiled_function code = current().compile({&a_mem, &s_mem, &t_mem});
    std::vector<std::uint8_t> a = {7, 130, 0, 255};
    std::vector<std::int8_t> s(std::size_t{5} * 7 * 6);
    for (std::size_t element = 0; element < s.size(); ++element) {
        s[element] = static_cast<std::int8_t>(3 * element - 100);
    }
    std::vector<std::int32_t> t(12);
    ASSERT_EQ(0, code({{a.data(), {4}}, {s.data(), {5, 7, 6}}, {t.data(), {3, 4}}}));
    for (std::size_t y = 0; y < 3; ++y) {
        for (std::size_t x = 0; x < 4; ++x) {
            const int smaller = std::min<int>(a[x], static_cast<int>(y));
            EXPECT_EQ(s[(y + 2) * 42 + (x + 1) * 6 + y % 2] - 5 + smaller, t[y * 4 + x])
                << y << ' ' << x;
        }
    }
}

/// out(i, 0) = a(i)^2 and out(i, 1) = b(i)^2, of 8 and of 16 bits.
struct in_turns : in_function {
    in_turns(const std::string &name, primitive_t wide)
        : in_function(name), out_mem("out_mem", {size, 2}, wide, a_output),
          of_a("of_a", {i}, cast(wide, a(i) * a(i))), of_b("of_b", {i}, cast(wide, b(i) * b(i))) {
        a.store_in(&a_mem);
        b.store_in(&b_mem);
        of_a.store_in(&out_mem, {i, 0});
        of_b.store_in(&out_mem, {i, 1});
        of_b.after(of_a, i);
    }
    void vectorize(int lanes) {
        of_a.vectorize(i, lanes, i0, i1);
        of_b.vectorize(i, lanes, i0, i1);
        of_b.after(of_a, i0);
    }
    void compile_for(const std::string &target) {
        const temporary_folder folder;
        options opts;
        opts.target = target;
        current().codegen({&a_mem, &b_mem, &out_mem}, folder / "out.o", opts);
    }
    template <typename Wide>
    void check() {
        std::vector<std::int8_t> eight(size);
        std::vector<std::int16_t> sixteen(size);
        for (int n = 0; n < size; ++n) {
            eight[static_cast<std::size_t>(n)] = static_cast<std::int8_t>(n % 23 - 11);
            sixteen[static_cast<std::size_t>(n)] = static_cast<std::int16_t>(n * 5 - 170);
        }
        std::vector<Wide> out(2 * size);
        const compiled_function code = current().compile({&a_mem, &b_mem, &out_mem});
        ASSERT_EQ(
            0, code({{eight.data(), {size}}, {sixteen.data(), {size}}, {out.data(), {size, 2}}}));
        for (std::size_t n = 0; n < size; ++n) {
            EXPECT_EQ(static_cast<std::int8_t>(eight[n] * eight[n]), out[2 * n]) << n;
            EXPECT_EQ(static_cast<std::int16_t>(sixteen[n] * sixteen[n]), out[2 * n + 1]) << n;
        }
    }

    static constexpr int size = 67;
    const var i = var("i", 0, size), i0 = var("i0"), i1 = var("i1");
    buffer a_mem = buffer("a_mem", {size}, p_int8, a_input);
    buffer b_mem = buffer("b_mem", {size}, p_int16, a_input);
    buffer out_mem;
    input a = input("a", {i}, p_int8), b = input("b", {i}, p_int16);
    computation of_a, of_b;
};

TEST(MixedExtensions, ElementsInTurnsWithoutASchedule) {
    in_turns plain("in_turns_plain", p_int64);
    plain.check<std::int64_t>();
    for (const char *target : {"avx2", "avx512", "zen4", "sapphirerapids"}) {
        plain.compile_for(target);
    }
}

TEST(MixedExtensions, ElementsInTurnsInVectors) {
    for (const int lanes : {2, 4, 8, 16}) {
        for (const primitive_t wide : {p_int32, p_int64}) {
            in_turns vectors("in_turns_of_" + std::to_string(lanes), wide);
            vectors.vectorize(lanes);
            if (wide == p_int32) {
                vectors.check<std::int32_t>();
            } else {
                vectors.check<std::int64_t>();
            }
            for (const char *target : {"avx2", "avx512"}) {
                vectors.compile_for(target);
            }
        }
    }
}

// Processes that are started from here find the environment that the caller made.
TEST(MixedExtensions, LeaveTheEnvironmentAsItWas) {
    in_turns plain("in_turns_environment", p_int32);
    plain.check<std::int32_t>();
    EXPECT_EQ(nullptr, std::getenv("HL_LLVM_ARGS"));
}

} // namespace
} // namespace tiramisu::testing
