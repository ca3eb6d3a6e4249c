#include <gtest/gtest.h>

#include "core/program/reduction.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

const expr i = expr::variable("i", p_int32), k = expr::variable("k", p_int32);

expr element(const expr &at, const std::string &buffer = "c") {
    return expr(o_access, buffer, {at}, p_float32);
}

core::program_statement statement(const expr &value) {
    core::program_statement made;
    made.iterators = {"i", "k"};
    made.buffer = "c";
    made.index = {i};
    made.value = value;
    core::recognise_reduction(made);
    return made;
}

TEST(Reduction, SumsProductsMinimaAndMaximaAreRecognised) {
    const expr e = element(k, "e");
    for (const op_t op : {o_add, o_mul, o_min, o_max}) {
        const core::program_statement made = statement(expr(op, element(i), e));
        EXPECT_EQ(op, made.reduction);
        EXPECT_TRUE(made.value.is_equal(expr(op, element(i), e)));
    }
}

TEST(Reduction, TheElementMayStandOnTheRight) {
    const expr e = element(k, "e");
    for (const op_t op : {o_add, o_mul, o_min, o_max}) {
        const core::program_statement made = statement(expr(op, e, element(i)));
        EXPECT_EQ(op, made.reduction);
        EXPECT_TRUE(made.value.is_equal(expr(op, element(i), e))) << made.value.to_str();
    }
}

TEST(Reduction, ADifferenceIsASumOfTheNegated) {
    const core::program_statement made = statement(element(i) - element(k, "e"));
    EXPECT_EQ(o_add, made.reduction);
    EXPECT_EQ("c(i) + -e(k)", made.value.to_str());
}

TEST(Reduction, TheElementMayBeAnyTermOfASum) {
    const expr c = element(i), a = element(k, "a"), b = element(k, "b");
    const auto operand = [&](const expr &value) {
        const auto found = core::as_reduction(value, c);
        return found && found->op == o_add ? found->operand.to_str() : "none";
    };
    EXPECT_EQ((a + b).to_str(), operand((c + a) + b));
    EXPECT_EQ((a + b).to_str(), operand((a + c) + b));
    EXPECT_EQ((a + b).to_str(), operand(a + (c + b)));
    EXPECT_EQ((a + b).to_str(), operand(a + (b + c)));
    EXPECT_EQ((-a + b).to_str(), operand((c - a) + b));
    EXPECT_EQ((a - b).to_str(), operand((a + c) - b));
    EXPECT_EQ((a + -b).to_str(), operand(a + (c - b)));
}

TEST(Reduction, TheElementMayBeAnyOperandOfAChain) {
    const expr c = element(i), a = element(k, "a"), b = element(k, "b");
    for (const op_t op : {o_mul, o_min, o_max}) {
        const auto found = core::as_reduction(expr(op, expr(op, a, c), b), c);
        ASSERT_TRUE(found);
        EXPECT_EQ(op, found->op);
        EXPECT_TRUE(found->operand.is_equal(expr(op, a, b)));
        EXPECT_FALSE(core::as_reduction(expr(op, a + c, b), c));
    }
}

TEST(Reduction, AChainStaysAsItIsWritten) {
    const expr c = element(i), a = element(k, "a"), b = element(k, "b");
    for (const expr &chain : {(a + c) + b, (c + a) - c, a + (c - b)}) {
        const core::program_statement made = statement(chain);
        EXPECT_EQ(o_add, made.reduction);
        EXPECT_TRUE(made.value.is_equal(chain)) << made.value.to_str();
    }
}

TEST(Reduction, TheElementSubtractedInsideASumIsNone) {
    const expr c = element(i), a = element(k, "a"), b = element(k, "b");
    EXPECT_EQ(o_none, statement((a - c) + b).reduction);
    EXPECT_EQ(o_none, statement(a - (c + b)).reduction);
    EXPECT_EQ(o_none, statement(a - (b - c)).reduction);
    EXPECT_EQ(o_none, statement((c + a) * b).reduction);
}

TEST(Reduction, TheElementSubtractedIsNone) {
    EXPECT_EQ(o_none, statement(element(k, "e") - element(i)).reduction);
}

TEST(Reduction, OtherElementsBuffersAndOperationsAreNone) {
    EXPECT_EQ(o_none, statement(element(i + 1) + element(k, "e")).reduction);
    EXPECT_EQ(o_none, statement(element(i, "d") + element(k, "e")).reduction);
    EXPECT_EQ(o_none, statement(element(i) / element(k, "e")).reduction);
    EXPECT_EQ(o_none, statement(element(k, "e")).reduction);
    EXPECT_EQ(o_none, statement(-element(i)).reduction);
}

TEST(Reduction, TheNeutralElementChangesNothing) {
    EXPECT_EQ(0, core::neutral_element(o_add, p_int64).get_int_val());
    EXPECT_EQ(1.0, core::neutral_element(o_mul, p_float32).get_double_val());
    EXPECT_EQ(255, core::neutral_element(o_min, p_uint8).get_int_val());
    EXPECT_EQ(0, core::neutral_element(o_max, p_uint8).get_int_val());
    EXPECT_EQ(-128, core::neutral_element(o_max, p_int8).get_int_val());
    EXPECT_EQ("INFINITY", core::neutral_element(o_min, p_float32).to_str());
    EXPECT_EQ("-INFINITY", core::neutral_element(o_max, p_float64).to_str());
    EXPECT_EQ(p_int16, core::neutral_element(o_add, p_int16).get_data_type());
}

TEST(Reduction, IsRecognisedInTheChainSpellingWithTheDimensionDroppedByStorage) {
    init("chain");
    const var row("row", 0, 4), col("col", 0, 5), deep("deep", 0, 6);
    buffer c_mem("c_mem", {4, 5}, p_float32, a_output), a_mem("a_mem", {4, 6}, p_float32, a_input);
    input a("a", {row, deep}, p_float32);
    a.store_in(&a_mem);
    computation c("c", {row, col, deep}, p_float32);
    c.set_expression(c(row, col, deep - 1) + a(row, deep));
    c.store_in(&c_mem, {row, col});
    const core::analysis now = analysis_of_current();
    EXPECT_EQ(o_add, now.resolved.statements.at("c").reduction);
    for (const poly::dependence &one : now.dependences) {
        EXPECT_TRUE(one.is_reduction);
    }
    c.loop_reversal(deep, "back");
    EXPECT_TRUE(current().check_legality_of_function());
    current().set_strict_reductions(true);
    EXPECT_FALSE(current().check_legality_of_function());
}

TEST(Reduction, TheChainIsNoReductionWhereStorageKeepsTheDimension) {
    init("prefix_sums");
    const var row("row", 0, 4), deep("deep", 1, 6);
    buffer c_mem("c_mem", {4, 6}, p_int32, a_output);
    computation c("c", {row, deep}, p_int32);
    c.set_expression(c(row, deep - 1) + deep);
    c.store_in(&c_mem);
    EXPECT_EQ(o_none, analysis_of_current().resolved.statements.at("c").reduction);
    c.loop_reversal(deep, "back");
    EXPECT_FALSE(current().check_legality_of_function());
}

TEST(Reduction, UpdatesThatReadTheElementTwiceKeepTheirOrder) {
    // c = c + (c * e): the second read does not commute.
    init("twice");
    const var one("one", 0, 4), many("many", 0, 6);
    buffer c_mem("c_mem", {4}, p_int32, a_output);
    computation c("c", {one}, expr(1));
    c(one) += c(one) * many;
    c.store_in(&c_mem);
    c.loop_reversal(many, "back");
    EXPECT_FALSE(current().check_legality_of_function());
}

TEST(Reduction, OfAChainHasAnyOrderUnlessItIsStrict) {
    init("chain_of_three");
    const var one("one", 0, 4), many("many", 0, 6);
    buffer c_mem("c_mem", {4}, p_float32, a_output), a_mem("a_mem", {6}, p_float32, a_input);
    input a("a", {many}, p_float32);
    a.store_in(&a_mem);
    computation c("c", {one}, expr(0.0f));
    c(one) = (c(one) + a(many)) + a(5 - many);
    c.store_in(&c_mem);
    c.reverse(many);
    EXPECT_TRUE(current().check_legality_of_function());
    current().set_strict_reductions(true);
    EXPECT_FALSE(current().check_legality_of_function());
}

TEST(Reduction, OfAChainReadsInTheOrderInWhichItIsWritten) {
    init("chain_of_reads");
    const var one("one", 0, 4), many("many", 0, 6);
    buffer c_mem("c_mem", {4}, p_int32, a_output), a_mem("a_mem", {6}, p_int32, a_input),
        b_mem("b_mem", {6}, p_int32, a_input);
    input a("a", {many}, p_int32), b("b", {many}, p_int32);
    a.store_in(&a_mem);
    b.store_in(&b_mem);
    computation c("c", {one}, expr(0));
    c(one) = (a(many) + c(one)) - b(many);
    c.store_in(&c_mem);
    std::vector<std::string> buffers;
    for (const poly::memory_access &access : analysis_of_current().accesses) {
        if (access.statement == "c_update_1") {
            buffers.push_back(access.buffer);
        }
    }
    EXPECT_EQ((std::vector<std::string>{"c_mem", "a_mem", "c_mem", "b_mem"}), buffers);
}

} // namespace
} // namespace tiramisu::testing
