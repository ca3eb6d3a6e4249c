// Conditions, indices and sizes are computed in 32 bits: what goes beyond is refused, never
// computed wrongly.

#include <limits>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

using ::tiramisu::testing::current;
using numbers = std::vector<std::int32_t>;

constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();

/// c(y) = p(y), or -1 where the condition does not hold, for 40,000 y.
struct guarded {
    explicit guarded(const expr &condition)
        : p("p", {var("y", 0, 101)}, var("y") + 100),
          c("c", {var("y", 0, 40000)}, select(condition, p(var("y")), -1)) {
        c.store_in(&out);
    }

    compiled_function compile() { return current().compile({&out}); }

    buffer out = buffer("out", {40000}, p_int32, a_output);
    computation p, c;
};

TEST(ArithmeticRange, AConditionThatLeaves32BitsIsRefused) {
    const var y("y");
    for (const expr &condition : {y * 65536 <= 6553600, cast(p_int64, y * 65536) * 2 <= 13107200}) {
        init("wraps");
        guarded f(condition);
        EXPECT_TRUE(throws<unsupported_error>(
            [&] { f.compile(); },
            {"computation \"c\"", "has a condition of which the part y * 65536 comes to the end of "
                                  "32 bits, in which it is computed; compute it in 64 bits, by "
                                  "cast(p_int64, ...)"}));
    }
}

TEST(ArithmeticRange, In64BitsItMeansWhatItSays) {
    for (const bool is_staged : {false, true}) {
        init("is_wide");
        const var y("y");
        guarded f(cast(p_int64, y) * 65536 <= 6553600);
        if (is_staged) {
            f.p.compute_at(f.c, computation::root);
        }
        numbers found(40000);
        ASSERT_EQ(0, f.compile()({{found.data(), {40000}}}));
        for (int i = 0; i < 40000; ++i) {
            ASSERT_EQ(i <= 100 ? i + 100 : -1, found[static_cast<std::size_t>(i)]) << i;
        }
    }
}

TEST(ArithmeticRange, ANumberThatACastCutsIsNoCondition) {
    init("cut");
    const var y("y");
    guarded f(cast(p_int32, cast(p_int64, y) * (std::int64_t(1) << 32)) <= 100);
    EXPECT_TRUE(throws<unsupported_error>([&] { f.compile(); },
                                          {"computation \"c\"", "comes to the end of 32 bits"}));
}

/// out(i) of `value`, which reads I and knows n and d.
struct with_sizes {
    with_sizes() { I.store_in(&memory); }

    int call(const expr &value, int number, int offset) {
        buffer out("out", {n}, p_int32, a_output);
        computation c("c", {i}, value);
        c.store_in(&out);
        const compiled_function code = current().compile({&memory, &out});
        numbers given(static_cast<std::size_t>(number), 7), made(given.size());
        return code({{given.data(), {number}}, {made.data(), {number}}, number, offset});
    }

    bool begun = (init("with_sizes"), true);
    constant n = constant("n", p_int32), d = constant("d", p_int32);
    var i = var("i", 0, n), at = var("at", 0, n);
    buffer memory = buffer("memory", {n}, p_int32, a_input);
    input I = input("I", {at}, p_int32);
};

TEST(ArithmeticRange, AConditionOfSizesIsCheckedAtTheCall) {
    for (const int far : {largest - 5, largest - 1}) {
        with_sizes f;
        const expr value = select(f.i + f.d < f.n, f.I(f.i + f.d), -1);
        EXPECT_EQ(far == largest - 1 ? -8 : 0, f.call(value, 6, far));
    }
    EXPECT_NE(std::string::npos,
              compiled_function::error_text().find(
                  "computation \"c\" has a condition of which the part i + d comes to the end of "
                  "32 bits, in which it is computed: it does not where d <= 2147483648 - n"))
        << compiled_function::error_text();
}

TEST(ArithmeticRange, WhatIsClampedInAnIndexIsCheckedAtTheCall) {
    for (const int far : {largest - 1, largest - 5}) {
        with_sizes f;
        const expr value = f.I(clamp(f.i + f.d, 0, f.n - 1));
        EXPECT_EQ(far == largest - 1 ? -8 : 0, f.call(value, 6, far));
    }
}

/// Stores `count` elements in a temporary of this size, and reads them. Returns what a call says.
int through_temporary(const expr &size, const expr &count, std::vector<jit_argument> arguments) {
    const var k("k", 0, count);
    buffer t("t", {size}, p_int8, a_temporary), out("out", {count}, p_int8, a_output);
    computation a("a", {k}, cast(p_int8, k)), b("b", {k}, a(count - 1 - k));
    a.store_in(&t);
    b.store_in(&out);
    return current().compile({&out})(arguments);
}

TEST(ArithmeticRange, ASizeThatLeaves32BitsIsCheckedAtTheCall) {
    std::vector<std::int8_t> out(1000);
    for (const int n : {10, 42950}) {
        init("wide_size");
        const constant size("n", p_int32);
        EXPECT_EQ(n == 10 ? 0 : -8,
                  through_temporary(size * 100000, 1000, {{out.data(), {1000}}, n}));
    }
    EXPECT_NE(std::string::npos,
              compiled_function::error_text().find("buffer \"t\" has a size of which the part n * "
                                                   "100000 comes to the end of 32 bits"));
}

TEST(ArithmeticRange, ATemporaryOfASizeThatIsNotAffineHoldsWhatIsStored) {
    std::vector<std::int8_t> out(1000);
    for (const int n : {31, 32}) {
        init("square");
        const constant size("n", p_int32);
        EXPECT_EQ(n == 32 ? 0 : -8,
                  through_temporary(size * size, 1000, {{out.data(), {1000}}, n}));
    }
}

TEST(ArithmeticRange, ANumberOf64BitsIsAnyWhereNothingIsCountedByIt) {
    const std::int64_t far = std::int64_t(1) << 40;
    for (const bool is_index : {false, true}) {
        init("far_number");
        const constant q("q", p_int64);
        const var i("i", 0, 4);
        buffer memory("memory", {4}, p_int64, a_input), out("out", {4}, p_int64, a_output);
        input I("I", {i}, p_int64);
        I.store_in(&memory);
        computation c("c", {i}, is_index ? expr(I(cast(p_int32, q))) : I(i) + q);
        c.store_in(&out);
        const compiled_function code = current().compile({&memory, &out});
        std::vector<std::int64_t> given = {1, 2, 3, 4}, made(4);
        const int status = code({{given.data(), {4}}, {made.data(), {4}}, far});
        EXPECT_EQ(is_index, status != 0) << compiled_function::error_text();
        EXPECT_EQ(is_index ? 0 : far + 4, made.back());
    }
}

} // namespace
} // namespace tiramisu::oracle
