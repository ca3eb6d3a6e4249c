// Windows whose iterations touch boxes of different sizes: they hold what any iteration touches.

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/guarded_memory.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

constexpr int size = 13;

/// sums(i) = the sum of a(i, j) over j <= i, of a = 3 * in + j.
struct triangle : in_function {
    triangle() : in_function("triangle") {
        in.store_in(&in_memory);
        sums(i) += a(i, j_to_i);
        sums.store_in(&out);
    }

    /// Memory begins or ends at a page that may not be touched.
    void expect_right(page_border border) const {
        std::vector<std::int32_t> values, expected;
        for (int at = 0; at < size * size; ++at) {
            values.push_back(at * 7 % 23);
        }
        for (int row = 0; row < size; ++row) {
            std::int32_t sum = 0;
            for (int column = 0; column <= row; ++column) {
                sum += values[static_cast<std::size_t>(row * size + column)] * 3 + column;
            }
            expected.push_back(sum);
        }
        guarded_memory<std::int32_t> given(values, border),
            made(std::vector<std::int32_t>(size, -1), border);
        const compiled_function code = current().compile({&in_memory, &out});
        EXPECT_EQ(0, code({{given.data(), {size, size}}, {made.data(), {size}}}));
        EXPECT_EQ(expected, made.elements());
    }
    void expect_right() const {
        for (const page_border border : {page_border::before_first, page_border::after_last}) {
            expect_right(border);
        }
    }

    const var i{"i", 0, size}, j{"j", 0, size}, j_to_i{"j_to_i", 0, i + 1};
    mutable buffer in_memory{"in_memory", {size, size}, p_int32, a_input},
        out{"out", {size}, p_int32, a_output};
    input in{"in", {i, j}, p_int32};
    computation a{"a", {i, j}, in(i, j) * 3 + cast(p_int32, j)};
    computation sums{"sums", {i}, expr(0)};
};

TEST(StandingWindows, HoldARowOfATriangleThatIsComputed) {
    triangle given;
    given.a.compute_at(given.sums.update(0), given.i);
    given.expect_right();
}

TEST(StandingWindows, HoldARowOfATriangleThatIsCopied) {
    triangle given;
    given.sums.update(0).cache_read(given.a, given.i);
    given.expect_right();
}

/// No box that moves with the loop has a constant size.
TEST(StandingWindows, HoldWhatRemaindersReach) {
    constexpr int count = 20;
    for (const int factor : {3, 7, 9}) {
        for (const bool is_copied : {false, true}) {
            init("remainders");
            const var i("i", 0, count), k("k", 0, count), outer("outer"), inner("inner");
            buffer in_memory("in_memory", {count}, p_int32, a_input),
                out("out", {count}, p_int32, a_output);
            input in("in", {k}, p_int32);
            in.store_in(&in_memory);
            computation a("a", {k}, in(k)*3 + cast(p_int32, k));
            computation s("s", {i}, a(i * factor % count) + a(i / 3));
            s.store_in(&out);
            s.split(i, 6, outer, inner);
            if (is_copied) {
                s.cache_read(a, outer);
            } else {
                a.compute_at(s, outer);
            }
            const compiled_function code = current().compile({&in_memory, &out});
            std::vector<std::int32_t> values, made(count, -1), expected;
            for (int at = 0; at < count; ++at) {
                values.push_back(at * 5 % 11);
            }
            const auto a_at = [&](int at) { return values[static_cast<std::size_t>(at)] * 3 + at; };
            for (int at = 0; at < count; ++at) {
                expected.push_back(a_at(at * factor % count) + a_at(at / 3));
            }
            ASSERT_EQ(0, code({{values.data(), {count}}, {made.data(), {count}}}));
            EXPECT_EQ(expected, made);
        }
    }
}

/// out(i, j) = in(i, j) + 1 below the diagonal; what lies above stays.
TEST(StandingWindows, WriteBackWhatWasWritten) {
    for (const bool is_parallel : {false, true}) {
        init("written");
        const var i("i", 0, size), j("j", 0, i + 1), k("k", 0, size);
        buffer in_memory("in_memory", {size, size}, p_int32, a_input),
            out("out", {size, size}, p_int32, a_output);
        input in("in", {i, k}, p_int32);
        in.store_in(&in_memory);
        computation s("s", {i, j}, in(i, j) + 1);
        s.store_in(&out);
        s.cache_write(i, memory::temporary);
        if (is_parallel) {
            s.parallelize(i);
        }
        const compiled_function code = current().compile({&in_memory, &out});
        std::vector<std::int32_t> values(size * size, 5);
        std::vector<std::int32_t> made(size * size, -1);
        ASSERT_EQ(0, code({{values.data(), {size, size}}, {made.data(), {size, size}}}));
        for (int row = 0; row < size; ++row) {
            for (int column = 0; column < size; ++column) {
                EXPECT_EQ(column <= row ? 6 : -1,
                          made[static_cast<std::size_t>(row * size + column)])
                    << row << ", " << column;
            }
        }
    }
}

} // namespace
} // namespace tiramisu::testing
