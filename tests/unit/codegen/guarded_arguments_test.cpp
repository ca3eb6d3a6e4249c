// Arguments that are read under predicates and conditions: their memory begins or ends at a page
// that may not be touched.

#include <optional>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/guarded_memory.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using numbers = std::vector<std::int32_t>;

/// A function of two rows, a and on, with a row c as output.
struct of_rows : in_function {
    explicit of_rows(const std::optional<int> &length = std::nullopt)
        : in_function("of_rows"), n(length ? expr(*length) : expr(constant("n", p_int32))),
          has_parameter(!length) {
        a.store_in(&a_memory);
        on.store_in(&on_memory);
        c.store_in(&out);
    }

    /// The status; `found` is the output, which was -1.
    int call(const numbers &values, const numbers &conditions, int length, page_border border,
             argument_checks checks) {
        options opts;
        opts.checks = checks;
        const compiled_function code = current().compile({&a_memory, &on_memory, &out}, opts);
        guarded_memory<std::int32_t> given(values, border), asked(conditions, border),
            made(numbers(static_cast<std::size_t>(length), -1));
        const auto argument = [](guarded_memory<std::int32_t> &memory, const numbers &all) {
            return jit_argument(memory.data(), {static_cast<std::int64_t>(all.size())});
        };
        std::vector<jit_argument> arguments = {argument(given, values), argument(asked, conditions),
                                               jit_argument(made.data(), {length})};
        if (has_parameter) {
            arguments.emplace_back(length);
        }
        const int status = code(arguments);
        found = made.elements();
        return status;
    }

    const expr n;
    const bool has_parameter;
    const var i{"i", 0, n};
    buffer a_memory{"a_memory", {n}, p_int32, a_input},
        on_memory{"on_memory", {n}, p_int32, a_input}, out{"out", {n}, p_int32, a_output};
    input a{"a", {i}, p_int32}, on{"on", {i}, p_int32};
    computation c{"c", {i}, p_int32};
    numbers found;
};

/// c(i) = a(i - 1) + a(last) where i > 0 and `on` lets it, else as it was.
void expect_guarded(bool reads_condition, int extent, int width, tail opts) {
    SCOPED_TRACE(std::to_string(extent) + " by " + std::to_string(width) +
                 (opts == tail::masked ? " masked" : ""));
    of_rows program(extent);
    const var &i = program.i;
    program.c.set_expression(program.a(i - 1) + program.a(extent - 1));
    program.c.add_predicate(reads_condition ? i > 0 && program.on(i - 1) > 0 : i > 0);
    if (width > 0) {
        program.c.vectorize(i, width, opts);
    }
    numbers values, lets, expected;
    for (int at = 0; at < extent; ++at) {
        values.push_back(at * 7 % 10);
        lets.push_back(at % 3 - 1);
    }
    for (int at = 0; at < extent; ++at) {
        const auto before = static_cast<std::size_t>(at) - 1;
        const bool runs = at > 0 && (!reads_condition || lets[before] > 0);
        expected.push_back(runs ? values[before] + values.back() : -1);
    }
    EXPECT_EQ(
        0, program.call(values, lets, extent, page_border::before_first, argument_checks::exact));
    EXPECT_EQ(expected, program.found);
}

TEST(Predicates, GuardWhatTheyDecideAbout) {
    for (const bool reads_condition : {false, true}) {
        for (const int extent : {1, 5, 9, 33}) {
            expect_guarded(reads_condition, extent, 0, tail::separated);
            expect_guarded(reads_condition, extent, 8, tail::separated);
            expect_guarded(reads_condition, extent, 8, tail::masked);
        }
    }
}

/// A caller brings memory for what is certain to be read; what a condition on data guards is not.
TEST(GuardedArguments, MayBeShorterThanDeclared) {
    for (const bool is_vector : {false, true}) {
        of_rows program;
        program.c.set_expression(select(program.on(program.i) > 0, program.a(program.i), expr(-2)));
        if (is_vector) {
            program.c.vectorize(program.i, 8, tail::masked);
        }
        numbers lets(20), expected(20, -2);
        lets[1] = lets[2] = 1;
        expected[1] = 6;
        expected[2] = 7;
        EXPECT_EQ(
            0, program.call({5, 6, 7}, lets, 20, page_border::after_last, argument_checks::memory))
            << compiled_function::error_text();
        EXPECT_EQ(expected, program.found);
    }
}

/// What affine conditions guard is certain: a call without memory for it is refused.
TEST(GuardedArguments, HoldWhatAffineConditionsLetThrough) {
    of_rows program;
    const var &i = program.i;
    program.c.set_expression(select(i < program.n - 2, program.a(i + 1), expr(-2)));
    const auto call = [&](std::size_t elements) {
        return program.call(numbers(elements), {}, 20, page_border::after_last,
                            argument_checks::memory);
    };
    EXPECT_EQ(0, call(19));
    EXPECT_NE(0, call(18));
    EXPECT_NE(std::string::npos, compiled_function::error_text().find("too small"));
}

/// A start that comes with the call is looked at there.
TEST(GuardedArguments, AreNotReadBeforeTheirFirstElement) {
    const in_function opened("shifted_row");
    const constant back("back", p_int32);
    const var i("i", 0, 3);
    input a("a", {i}, p_int32);
    computation c("c", {i}, a(i - back));
    buffer a_memory("a_memory", {3}, p_int32, a_input), out("out", {3}, p_int32, a_output);
    a.store_in(&a_memory);
    c.store_in(&out);
    const compiled_function code = current().compile({&a_memory, &out});
    guarded_memory<std::int32_t> given({5, 6, 7}, page_border::before_first);
    numbers found(3, -1);
    EXPECT_NE(0, code({{given.data(), {3}}, {found.data(), {3}}, 1}));
    EXPECT_EQ(numbers(3, -1), found) << "nothing is written";
    EXPECT_NE(std::string::npos,
              compiled_function::error_text().find(
                  "computation \"c\" reads \"a\" before the first element of buffer "
                  "\"a_memory\" of size {3}"));
    EXPECT_EQ(0, code({{given.data(), {3}}, {found.data(), {3}}, 0}));
    EXPECT_EQ((numbers{5, 6, 7}), found);
}

} // namespace
} // namespace tiramisu::testing
