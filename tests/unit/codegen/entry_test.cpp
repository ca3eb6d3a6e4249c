// Constants that are read from arguments, and arguments whose sizes are such constants.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <HalideRuntime.h>

#include "support/functions.h"
#include "support/throws.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;
using ::testing::Each;
using ::testing::HasSubstr;

class FunctionEntry : public ::testing::TestWithParam<argument_checks>, protected in_function {
protected:
    FunctionEntry() : in_function("entry") { opts.checks = GetParam(); }
    options opts;
};

TEST_P(FunctionEntry, SizesMayBeReadFromAnotherArgument) {
    const var two("two", 0, 2);
    input sizes("sizes", {two}, p_int32);
    const constant rows("rows", sizes(0)), columns("columns", sizes(1));
    const var i("i", 0, rows), j("j", 0, columns);
    computation c("c", {i, j}, i * 10 + j);
    buffer out("out", {rows, columns}, p_int32, a_output);
    buffer sizes_memory("sizes_memory", {2}, p_int32, a_input);
    sizes.store_in(&sizes_memory);
    c.store_in(&out);
    const compiled_function f = current().compile({&out, &sizes_memory}, opts);
    std::int32_t given[2] = {3, 4}, found[12] = {};
    EXPECT_EQ(0, f({{found, {3, 4}}, {given, {2}}})) << compiled_function::error_text();
    EXPECT_EQ(23, found[11]);
    EXPECT_EQ(10, found[4]);
}

TEST_P(FunctionEntry, ConstantsMayLeadToOthers) {
    const var one("one", 0, 1);
    input start("start", {one}, p_int32);
    const constant n("n", start(0));
    const var row("row", 0, 2), at("at", 0, n);
    input table("table", {row, at}, p_int32);
    const constant m("m", table(1, n - 1));
    const var i("i", 0, m);
    computation c("c", {i}, expr(7));
    buffer start_memory("start_memory", {1}, p_int32, a_input);
    buffer table_memory("table_memory", {2, n}, p_int32, a_input);
    buffer out("out", {m}, p_int32, a_output);
    start.store_in(&start_memory);
    table.store_in(&table_memory);
    c.store_in(&out);
    const compiled_function f = current().compile({&out, &table_memory, &start_memory}, opts);
    std::int32_t given[1] = {3}, tables[6] = {0, 0, 0, 0, 0, 2}, found[2] = {};
    EXPECT_EQ(0, f({{found, {2}}, {tables, {2, 3}}, {given, {1}}}))
        << compiled_function::error_text();
    EXPECT_THAT(found, Each(7));
    if (GetParam() != argument_checks::none) {
        EXPECT_EQ(halide_error_code_access_out_of_bounds,
                  f({{found, {2}}, {tables, {5}}, {given, {1}}}));
        EXPECT_THAT(compiled_function::error_text(),
                    HasSubstr("\"table_memory\" is too small: it has memory for 20 bytes"));
    }
}

TEST_P(FunctionEntry, TheOutermostSizeMayBeReadFromItsOwnArgument) {
    const var all("all", 0, 100);
    input numbers("numbers", {all}, p_int32);
    const constant n("n", numbers(0));
    const var i("i", 0, n);
    computation c("c", {i}, numbers(i) * 2);
    buffer memory("memory", {n}, p_int32, a_input), out("out", {n}, p_int32, a_output);
    numbers.store_in(&memory);
    c.store_in(&out);
    const compiled_function f = current().compile({&memory, &out}, opts);
    std::int32_t given[3] = {3, 5, 6}, found[3] = {};
    EXPECT_EQ(0, f({{given, {3}}, {found, {3}}})) << compiled_function::error_text();
    EXPECT_EQ(12, found[2]);
}

TEST_P(FunctionEntry, AnElementIsNotFoundByItself) {
    const var all("all", 0, 100);
    input numbers("numbers", {all, all}, p_int32);
    const constant n("n", numbers(1, 0));
    const var i("i", 0, 4);
    computation c("c", {i}, numbers(i, i) * 2);
    buffer memory("memory", {4, n}, p_int32, a_input), out("out", {4}, p_int32, a_output);
    numbers.store_in(&memory);
    c.store_in(&out);
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            current().compile({&memory, &out}, opts);
        },
        {"function \"entry\"", "\"n\" is needed to find the element"}));
}

INSTANTIATE_TEST_SUITE_P(Checks, FunctionEntry,
                         ::testing::Values(argument_checks::none, argument_checks::memory,
                                           argument_checks::exact));

} // namespace
} // namespace tiramisu::testing
