// Staging commands on computations with predicates that are affine: what a predicate excludes is
// neither computed nor stored.

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/guarded_memory.h"
#include "support/throws.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

constexpr int rows = 6, columns = 19, size = rows * columns;

/// A function of a(i, j) with an output c of the same size.
struct predicated : in_function {
    predicated() : in_function("predicated") { a.store_in(&a_memory); }

    /// The output, which was -1; memory ends or begins at a page that may not be touched.
    std::vector<std::int32_t> result(page_border border) const {
        std::vector<std::int32_t> values(size);
        for (int at = 0; at < size; ++at) {
            values[static_cast<std::size_t>(at)] = at * 7 % 23;
        }
        guarded_memory<std::int32_t> given(values, border),
            made(std::vector<std::int32_t>(size, -1), border);
        const compiled_function code = current().compile({&a_memory, &out});
        EXPECT_EQ(0, code({{given.data(), {rows, columns}}, {made.data(), {rows, columns}}}));
        return made.elements();
    }

    const var i{"i", 0, rows}, j{"j", 0, columns};
    mutable buffer a_memory{"a_memory", {rows, columns}, p_int32, a_input},
        out{"out", {rows, columns}, p_int32, a_output};
    input a{"a", {i, j}, p_int32};
};

/// c(i, j) = a(i - 1, j) + a(i, j - 1) where both lie in the picture.
struct guarded_sums : predicated {
    guarded_sums() {
        c.set_expression(a(i - 1, j) + a(i, j - 1));
        c.add_predicate(i >= 1 && j > 0);
        c.store_in(&out);
    }
    computation c{"c", {i, j}, p_int32};
};

/// Sums of rows; each loop over k leaves out what lies behind the diagonal.
struct guarded_reduction : predicated {
    guarded_reduction() {
        c(i, j) += a(i, k);
        c.get_update(1).add_predicate(k <= i + 10 && k != 4);
        c.store_in(&out);
    }
    const var k{"k", 0, columns};
    computation c{"c", {i, j}, expr(0)};
};

using schedule = void (*)(computation &);

const schedule written_schedules[] = {
    [](computation &c) { c.cache_write(computation::root); },
    [](computation &c) { c.cache_write("i"); },
    [](computation &c) { c.vectorize("j", 8, tail::masked).cache_write("i"); },
    [](computation &c) {
        c.tile("i", "j", 4, 8, "i0", "j0", "i1", "j1");
        c.cache_write("j0");
    },
    [](computation &c) {
        c.tile("i", "j", 2, 8, "i0", "j0", "i1", "j1");
        c.vectorize("j1", 8);
        c.cache_write("j0");
    },
};

template <typename Program>
std::vector<std::int32_t> unscheduled() {
    return Program().result(page_border::after_last);
}

TEST(StagedPredicates, OfWhatIsWritten) {
    const std::vector<std::int32_t> expected = unscheduled<guarded_sums>();
    EXPECT_EQ(-1, expected[columns]);
    EXPECT_NE(-1, expected[columns + 1]);
    for (const schedule apply : written_schedules) {
        for (const page_border border : {page_border::after_last, page_border::before_first}) {
            guarded_sums program;
            apply(program.c);
            EXPECT_EQ(expected, program.result(border));
        }
    }
}

TEST(StagedPredicates, OfUpdates) {
    const std::vector<std::int32_t> expected = unscheduled<guarded_reduction>();
    for (const schedule apply : written_schedules) {
        guarded_reduction program;
        apply(program.c.get_update(1));
        EXPECT_EQ(expected, program.result(page_border::after_last));
    }
}

/// c(i, j) reads p, which is computed in rows `first` and later.
struct consumer_of_some : predicated {
    explicit consumer_of_some(int first)
        : p("p", {i, j}, a(i - 1, j) * 3), c("c", {i, j}, p_int32) {
        p.add_predicate(i >= 1);
        c.set_expression(p(max(i, first), j) + select(i >= 2, p(i - 1, j), expr(5)));
        c.store_in(&out);
    }
    computation p, c;
};

TEST(StagedPredicates, OfWhatIsComputedForItsReader) {
    const std::vector<std::int32_t> expected = consumer_of_some(1).result(page_border::after_last);
    for (const bool keeps_rows : {false, true}) {
        for (const page_border border : {page_border::after_last, page_border::before_first}) {
            consumer_of_some program(1);
            if (keeps_rows) {
                program.p.store_at(program.c, computation::root);
            }
            program.p.compute_at(program.c, "i").vectorize("j", 8);
            EXPECT_EQ(expected, program.result(border));
        }
    }
}

TEST(StagedPredicates, WhatTheyExcludeIsNotComputedForAReader) {
    consumer_of_some program(0);
    EXPECT_TRUE(throws<user_error>(
        [&] { program.p.compute_at(program.c, "i"); },
        {"computation \"p\"", "compute_at(c, i)", "\"c\" also reads p(0, ",
         "outside of the domain or excluded by the predicate and therefore not computed"}));
}

TEST(StagedPredicates, ReductionsAreComputedForTheirReaders) {
    const auto made = [](bool is_staged) {
        predicated program;
        const var &i = program.i, &j = program.j, k("k", 0, rows);
        computation p("p", {i, j}, expr(1));
        p(i, j) += program.a(k - 1, j);
        p.get_update(1).add_predicate(k >= 1 && k <= i);
        computation c("c", {i, j}, p(i, j) * 2);
        c.store_in(&program.out);
        if (is_staged) {
            p.compute_at(c, i);
        }
        return program.result(page_border::before_first);
    };
    EXPECT_EQ(made(false), made(true));
}

} // namespace
} // namespace tiramisu::testing
