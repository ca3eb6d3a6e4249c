#include <gtest/gtest.h>

#include "core/expr/expr_text.h"
#include "core/program/resolve.h"
#include "support/functions.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

class Resolve : public ::testing::Test, protected in_function {
protected:
    Resolve() : in_function("resolve") {}

    static core::program resolved(const std::vector<buffer *> &arguments) {
        return core::resolve(*current().state(), arguments, {});
    }
    const var i = var("i", 0, 8), j = var("j", 0, 4);
};

TEST_F(Resolve, ReadsBecomeElementsOfBuffers) {
    buffer a_mem("a_mem", {4, 9}, p_int32, a_input), c_mem("c_mem", {8, 4}, p_int32, a_output);
    input a("a", {i, j}, p_int32);
    computation c("c", {i, j}, a(i + 1, j) * 2);
    a.store_in(&a_mem, {j, i});
    c.store_in(&c_mem);
    const core::program program = resolved({&a_mem, &c_mem});
    const core::program_statement &statement = program.statements.at("c");
    EXPECT_EQ("a_mem(j, i + 1) * 2", statement.value.to_str());
    EXPECT_EQ("c_mem", statement.buffer);
    EXPECT_EQ("i, j", core::expr_list_text(statement.index));
    EXPECT_EQ((std::vector<std::string>{"i", "j"}), statement.iterators);
    EXPECT_FALSE(statement.condition.is_defined());
}

TEST_F(Resolve, IndicesThatAreReadAreResolvedToo) {
    buffer at_mem("at_mem", {8}, p_int32, a_input), a_mem("a_mem", {99}, p_float32, a_input),
        c_mem("c_mem", {8}, p_float32, a_output);
    input at("at", {i}, p_int32), a("a", {i}, p_float32);
    computation c("c", {i}, a(at(i)));
    at.store_in(&at_mem);
    a.store_in(&a_mem);
    c.store_in(&c_mem);
    EXPECT_EQ("a_mem(at_mem(i))",
              resolved({&at_mem, &a_mem, &c_mem}).statements.at("c").value.to_str());
}

TEST_F(Resolve, UpdatesWriteTheElementTheyName) {
    buffer c_mem("c_mem", {4, 8}, p_int32, a_output);
    computation c("c", {i, j}, expr(0));
    c(i, 3) = cast(p_int32, i);
    c.store_in(&c_mem, {j, i});
    EXPECT_EQ("3, i", core::expr_list_text(resolved({&c_mem}).statements.at("c_update_1").index));
}

TEST_F(Resolve, ArgumentsKeepTheirOrderAndTheRestAreTemporaries) {
    buffer out("out", {8}, p_int32, a_output), in("in", {8}, p_int32, a_input);
    input a("a", {i}, p_int32);
    a.store_in(&in);
    computation between("between", {i}, a(i) + 1), c("c", {i}, between(i) + 1);
    c.store_in(&out);
    const core::program program = resolved({&out, &in});
    ASSERT_EQ(2u, program.arguments.size());
    EXPECT_EQ("out", program.arguments[0].name);
    EXPECT_EQ("in", program.arguments[1].name);
    ASSERT_EQ(1u, program.temporaries.size());
    EXPECT_EQ("_between_buffer", program.temporaries[0].name);
}

TEST_F(Resolve, ATemporaryThatIsPassedIsAnArgument) {
    buffer scratch("scratch", {8}, p_int32, a_temporary), out("out", {8}, p_int32, a_output);
    computation a("a", {i}, cast(p_int32, i)), c("c", {i}, a(i) + 1);
    a.store_in(&scratch);
    c.store_in(&out);
    const core::program program = resolved({&out, &scratch});
    ASSERT_EQ(2u, program.arguments.size());
    EXPECT_EQ(a_output, program.arguments[1].role);
    EXPECT_TRUE(program.temporaries.empty());
}

TEST_F(Resolve, ConstantsAreArgumentsOrComputedOrKnown) {
    const constant n("n", p_int32), four("four", expr(4)), twice("twice", expr(n) * 2);
    buffer out("out", {8}, p_int32, a_output);
    computation c("c", {i}, expr(n) + twice + four);
    c.store_in(&out);
    const core::program program = resolved({&out});
    ASSERT_EQ(1u, program.scalar_arguments.size());
    EXPECT_EQ("n", program.scalar_arguments[0].name);
    ASSERT_EQ(1u, program.constants.size());
    EXPECT_EQ("n * 2", program.constants[0].value.to_str());
    EXPECT_EQ("(n + twice) + 4", program.statements.at("c").value.to_str());
}

TEST_F(Resolve, PredicatesAreGuardsWithTheirReadsResolved) {
    buffer in("in", {8}, p_int32, a_input), out("out", {8}, p_int32, a_output);
    input a("a", {i}, p_int32);
    a.store_in(&in);
    computation c("c", {i}, expr(1));
    c.add_predicate(a(i) > 0).add_predicate(i > 2);
    c.store_in(&out);
    EXPECT_EQ("(in(i) > 0) && (i > 2)",
              resolved({&in, &out}).statements.at("c").condition.to_str());
}

TEST_F(Resolve, WhatIsNotDefinedIsNamed) {
    buffer out("out", {8}, p_int32, a_output), other("other", {8}, p_int32, a_output);
    computation late("late", {i}, p_int32), c("c", {i}, late(i) + 1);
    c.store_in(&out);
    EXPECT_TRUE(throws<user_error>([&] { resolved({&out}); }, {"computation \"c\"", "\"late\"",
                                                               "never defined", "set_expression"}));
    late.set_expression(expr(1));
    EXPECT_NO_THROW(resolved({&out}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            resolved({&out, &other});
        },
        {"function \"resolve\"", "nobody writes output \"other\""}));
}

TEST_F(Resolve, ANameOfAKnownConstantIsItsValue) {
    const constant size("size", 8);
    buffer out("out", {8}, p_int32, a_output);
    computation c("c", {i}, var("size") - i);
    c.store_in(&out);
    EXPECT_EQ("8 - i", resolved({&out}).statements.at("c").value.to_str());
}

} // namespace
} // namespace tiramisu::testing
