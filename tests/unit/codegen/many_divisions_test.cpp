// Programs with many / and %: isl's numbers become longer with each, until a step of its tableaus,
// which it does not count as an operation, takes seconds. A test that does not end has failed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "support/functions.h"
#include "support/throws.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

constexpr int size = 1000;

/// 0 <= i < size, and an input of as many elements.
struct rows : in_function {
    rows() : in_function("rows") { a.store_in(&in); }
    const var i = var("i", 0, size);
    buffer in = buffer("in", {size}, p_int32, a_input),
           out = buffer("out", {size}, p_int32, a_output);
    input a = input("a", {i}, p_int32);

    /// What the program makes of in(i) = 3 * i + 1, over an output of -1.
    void expect(const std::function<int(int)> &value) {
        std::vector<std::int32_t> from(size), to(size, -1), expected(size);
        for (int at = 0; at < size; ++at) {
            from[static_cast<std::size_t>(at)] = 3 * at + 1;
            expected[static_cast<std::size_t>(at)] = value(at);
        }
        const compiled_function code = current().compile({&in, &out});
        ASSERT_EQ(0, code({{from.data(), {size}}, {to.data(), {size}}}))
            << compiled_function::error_text();
        EXPECT_EQ(expected, to);
    }
};

constexpr int many = 12;

bool are_other_remainders(int at) {
    for (int k = 0; k < many; ++k) {
        if (at % (k + 2) == k % 2) {
            return false;
        }
    }
    return true;
}

bool is_a_remainder(int at) {
    return !are_other_remainders(at);
}

expr other_remainders(const expr &i) {
    expr all = i % 2 != 0;
    for (int k = 1; k < many; ++k) {
        all = all && i % (k + 2) != k % 2;
    }
    return all;
}

expr some_remainder(const expr &i) {
    expr any = i % 2 == 0;
    for (int k = 1; k < many; ++k) {
        any = any || i % (k + 2) == k % 2;
    }
    return any;
}

TEST(ManyDivisions, OfDivisionsInAnIndex) {
    rows p;
    expr index = p.i;
    for (int k = 1; k < many; ++k) {
        index = (index * 3 + 1) % (size - k);
    }
    computation c("c", {p.i}, p.a(index));
    c.store_in(&p.out);
    p.expect([](int at) {
        for (int k = 1; k < many; ++k) {
            at = (at * 3 + 1) % (size - k);
        }
        return 3 * at + 1;
    });
}

TEST(ManyDivisions, OfDivisionsInAnIndexThatIsWritten) {
    rows p;
    expr index = p.i;
    for (int k = 1; k < many; ++k) {
        index = (index + k) % size; // a permutation
    }
    computation c("c", {p.i}, p.a(p.i));
    c.store_in(&p.out, {index});
    p.expect([](int at) {
        const int shift = many * (many - 1) / 2;
        return 3 * ((at + size - shift) % size) + 1;
    });
}

TEST(ManyDivisions, InAGuard) {
    rows p;
    computation c("c", {p.i}, select(other_remainders(p.i), p.a(p.i), expr(-7)));
    c.store_in(&p.out);
    c.vectorize(p.i, 8);
    p.expect([](int at) { return are_other_remainders(at) ? 3 * at + 1 : -7; });
}

TEST(ManyDivisions, InGuardsOfGuards) {
    rows p;
    expr value = p.a(p.i);
    for (int k = 0; k < many; ++k) {
        value = select(p.i % (k + 2) == k % 2, p.a(min(p.i + k, size - 1)), value + 1);
    }
    computation c("c", {p.i}, value);
    c.store_in(&p.out);
    p.expect([](int at) {
        int found = 3 * at + 1;
        for (int k = 0; k < many; ++k) {
            found = at % (k + 2) == k % 2 ? 3 * std::min(at + k, size - 1) + 1 : found + 1;
        }
        return found;
    });
}

TEST(ManyDivisions, InAPredicateAllOfWhichHold) {
    rows p;
    computation c("c", {p.i}, other_remainders(p.i), p.a(p.i));
    c.store_in(&p.out);
    p.expect([](int at) { return are_other_remainders(at) ? 3 * at + 1 : -1; });
}

TEST(ManyDivisions, InAPredicateOneOfWhichHolds) {
    rows p;
    computation c("c", {p.i}, some_remainder(p.i), p.a(p.i));
    c.store_in(&p.out);
    c.split(p.i, 32).vectorize("i_inner", 8);
    p.expect([](int at) { return is_a_remainder(at) ? 3 * at + 1 : -1; });
}

/// Memory whose size nobody tells is taken to reach to the element of the last instance.
TEST(ManyDivisions, OfElementsUpToWhichArgumentsReach) {
    rows p;
    buffer halves("halves", {size / 2, 2}, p_int32, a_output);
    computation even("even", {p.i}, p.i % 2 == 0, p.a(p.i)),
        odd("odd", {p.i}, p.i % 3 == 1, p.a(p.i));
    even.store_in(&halves, {p.i / 2, p.i % 2});
    odd.store_in(&p.out, {p.i / 6 * 6 + p.i % 6});
    const std::string text = current().stmt_text({&p.in, &halves, &p.out});
    for (const char *const reach : {"in.bytes == (int64)9223372036854775807, (int64)3996",
                                    "halves.bytes == (int64)9223372036854775807, (int64)3996",
                                    "out.bytes == (int64)9223372036854775807, (int64)3992"}) {
        EXPECT_THAT(text, ::testing::HasSubstr(reach));
    }
}

TEST(ManyDivisions, FactorsOfMoreThan64BitsAreRefused) {
    const in_function opened("far");
    const var i("i", 0, 8), j("j", 0, 8);
    buffer out("out", {8, 8}, p_int32, a_output);
    computation c("c", {i, j}, i + j);
    c.store_in(&out);
    for (int step = 0; step < 48; ++step) {
        c.transform({{1, 1}, {1, 2}});
    }
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { current().compile({&out}); },
        {"function \"far\"", "isl, which computes with sets of instances, gives up",
         "use smaller factors and bounds, or fewer commands that mix loops (skew, transform)"}));
}

} // namespace
} // namespace tiramisu::testing
