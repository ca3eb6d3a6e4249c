// Places that a program gives to windows, and in which these do not lie.

#include <vector>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

using testing::current;

/// c = a b, of which tiles are computed from copies of b.
struct product {
    explicit product(int tile_width = 32) {
        a.store_in(&a_memory);
        b.store_in(&b_memory);
        c.store_in(&c_memory);
        c(i, j) += a(i, k) * b(k, j);
        c.tile(i, j, 8, tile_width);
    }

    int implicit = (init("product"), 0);
    const var i = var("i", 0, 64), j = var("j", 0, 64), k = var("k", 0, 64);
    const var row = var("row"), column = var("column");
    buffer a_memory = buffer("a_memory", {64, 64}, p_int32, a_input),
           b_memory = buffer("b_memory", {64, 64}, p_int32, a_input),
           c_memory = buffer("c_memory", {64, 64}, p_int32, a_output);
    input a = input("a", {i, k}, p_int32), b = input("b", {k, j}, p_int32);
    computation c = computation("c", {i, j}, expr(0));

    compiled_function compile() { return current().compile({&a_memory, &b_memory, &c_memory}); }
};

/// Said alike when code is generated and when the function is asked about its own schedule.
void expect_refused(product &program, const std::vector<std::string> &parts) {
    EXPECT_TRUE(throws<user_error>([&] { program.compile(); }, parts));
    const verdict answer = current().is_legal(current().get_schedule());
    ASSERT_FALSE(answer);
    EXPECT_TRUE(throws<schedule_error>([&] { throw *answer.error; }, parts));
    EXPECT_EQ("", answer.error->dependence().buffer);
}

TEST(WindowStorage, IsLargeEnough) {
    product program;
    program.c.cache_read(program.b, "j_outer", {program.row, program.column})
        .store_in({program.row, program.column}, {64, 31});
    expect_refused(program,
                   {"window_storage_test.cpp:", "is stored outside the buffer of \"b_in_c\"",
                    "of size {64, 31}", "for example element [0, 31]"});
}

TEST(WindowStorage, IsLargeEnoughForTheTilesOfAnotherSchedule) {
    const schedule wide = [] {
        product program(64);
        program.c.cache_read(program.b, "j_outer", {program.row, program.column});
        return current().get_schedule();
    }();
    product program;
    program.c.cache_read(program.b, "j_outer", {program.row, program.column})
        .store_in({program.column / 16, program.row, program.column % 16}, {2, 64, 16});
    EXPECT_TRUE(current().is_legal(current().get_schedule()));
    const verdict answer = current().is_legal(wide);
    ASSERT_FALSE(answer);
    EXPECT_TRUE(throws<schedule_error>([&] { throw *answer.error; },
                                       {"is stored outside the buffer of \"b_in_c\"",
                                        "of size {2, 64, 16}", "for example element [2, "}));
}

TEST(WindowStorage, HasAnElementForEachValue) {
    product program;
    program.c.cache_read(program.b, "j_outer", {program.row, program.column})
        .store_in({program.row, program.column % 16}, {64, 16});
    expect_refused(program,
                   {"window_storage_test.cpp:", "computation \"c\" (update 1)", "cache_read",
                    "keeps values of \"b\" in the buffer of \"b_in_c\", at {row, column % 16}",
                    "several of them, which an iteration reads, would lie in one element; give it "
                    "indices that tell them apart"});
}

TEST(WindowStorage, HasAnElementForEachValueThatIsWritten) {
    product program;
    program.c.cache_write("j_outer").load.store_in({program.i % 2, program.j}, {2, 32});
    expect_refused(program, {"cache_write", "keeps values of \"c\"", "at {i % 2, j}",
                             "would lie in one element"});
}

TEST(WindowStorage, HasIndicesThatAreKnown) {
    product program;
    program.c.cache_read(program.b, "j_outer", {program.row, program.column})
        .store_in({program.column % 32, program.row}, {32, 64});
    const schedule named = current().get_schedule();
    std::vector<command> commands = named.commands();
    commands.back().arguments = {computation_reference{"b"}, loop_reference("j_outer")};
    const verdict answer = current().is_legal(schedule("product", commands));
    ASSERT_FALSE(answer);
    EXPECT_TRUE(throws<schedule_error>(
        [&] { throw *answer.error; },
        {"cache_read", "at {column % 32, row}", "\"column\" is no iterator of it; those are",
         "\"k\", \"j\", so give the command the names that store_in() uses"}));
}

TEST(WindowStorage, IsItsOwn) {
    product program;
    buffer shared("shared", {64, 64}, p_int32, a_temporary);
    computation other("other", {program.i, program.j}, program.b(program.i, program.j) + 1);
    other.store_in(&shared);
    program.c.init().after(other, computation::root);
    program.c.cache_read(program.b, "j_outer", {program.row, program.column})
        .store_in(&shared, {program.row, program.column});
    expect_refused(program, {"in buffer \"shared\"",
                             "\"other\" lies there, too; give it a buffer of its own"});
}

TEST(WindowStorage, IsNoArgument) {
    product program;
    program.c.cache_read(program.b, "j_outer", {program.row, program.column})
        .store_in(&program.a_memory, {program.row, program.column});
    expect_refused(program, {"in buffer \"a_memory\"", "\"a\" lies there, too"});
}

TEST(WindowStorage, MayBeAsTheProgramSays) {
    product program;
    program.c.cache_read(program.b, "j_outer", {program.row, program.column})
        .store_in({program.column / 16, program.row, program.column % 16}, {2, 64, 16});
    std::vector<std::int32_t> a(64 * 64), b(a.size()), c(a.size()), expected(a.size());
    for (std::size_t at = 0; at < a.size(); ++at) {
        a[at] = static_cast<std::int32_t>(at * 7 % 11);
        b[at] = static_cast<std::int32_t>(at * 5 % 13);
    }
    for (std::size_t at = 0; at < a.size(); ++at) {
        for (std::size_t k = 0; k < 64; ++k) {
            expected[at] += a[at / 64 * 64 + k] * b[k * 64 + at % 64];
        }
    }
    const compiled_function code = program.compile();
    ASSERT_EQ(0, code({{a.data(), {64, 64}}, {b.data(), {64, 64}}, {c.data(), {64, 64}}}));
    EXPECT_EQ(expected, c);
}

} // namespace
} // namespace tiramisu::oracle
