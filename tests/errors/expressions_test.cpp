// Expressions that have no meaning.

#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

const expr wide = expr::variable("wide", p_float64), narrow = expr::variable("narrow", p_int32);
const expr flag = expr::variable("flag", p_boolean), small = expr::variable("small", p_uint8);

TEST(ExpressionErrors, OperandsHaveOneType) {
    EXPECT_TRUE(throws<user_error>([] { return wide + narrow; },
                                   {"operands have types float64 and int32", "must be equal",
                                    "cast(p_float64, narrow)", "cast(p_int32, wide)"}));
}

TEST(ExpressionErrors, ADoubleBesideAFloatIsWrittenAsAFloat) {
    const expr real = expr::variable("real", p_float32);
    EXPECT_TRUE(throws<user_error>([&] { return real * 0.1; },
                                   {"* of real, 0.1: operands have types float32 and float64; "
                                    "they must be equal: write 0.1f or cast(p_float64, real)"}));
    EXPECT_TRUE(throws<user_error>([&] { return 1e300 + real; },
                                   {"write cast(p_float64, real) or cast(p_float32, 1e+300)"}));
}

TEST(ExpressionErrors, SignedAndUnsignedDoNotMix) {
    EXPECT_TRUE(throws<user_error>([] { return small * narrow; },
                                   {"uint8 and int32", "cast(p_uint8, narrow)"}));
}

TEST(ExpressionErrors, ALiteralThatDoesNotFitIsNotTaken) {
    EXPECT_TRUE(throws<user_error>([] { return small + 300; }, {"uint8 and int32", "300"}));
    EXPECT_NO_THROW(small + 200);
}

TEST(ExpressionErrors, BooleansAreNotNumbers) {
    EXPECT_TRUE(
        throws<user_error>([] { return flag + flag; }, {"is not defined on booleans", "cast"}));
}

TEST(ExpressionErrors, ConditionsAreBooleans) {
    EXPECT_TRUE(
        throws<user_error>([] { return select(narrow, narrow, narrow); },
                           {"narrow has type int32", "a condition has type boolean", "!= 0"}));
    EXPECT_TRUE(throws<user_error>([] { return !narrow; }, {"narrow has type int32"}));
    EXPECT_TRUE(throws<user_error>([] { return flag && narrow; }, {"int32"}));
}

TEST(ExpressionErrors, FloatsAreNotShifted) {
    EXPECT_TRUE(
        throws<user_error>([] { return wide << wide; }, {"shifts integers only", "float64"}));
}

TEST(ExpressionErrors, AnUndefinedOperandIsRefused) {
    EXPECT_TRUE(throws<user_error>([] { return expr() + narrow; }, {"an operand is undefined"}));
}

TEST(ExpressionErrors, AnOperationHasItsNumberOfOperands) {
    EXPECT_TRUE(
        throws<user_error>([] { return expr(o_add, narrow); }, {"takes 2 operands, not 1"}));
    EXPECT_TRUE(
        throws<user_error>([] { return expr(o_sqrt, wide, wide); }, {"takes 1 operands, not 2"}));
}

TEST(ExpressionErrors, ATypeGoesWithACastOnly) {
    EXPECT_TRUE(throws<user_error>([] { return expr(o_abs, p_int32, narrow); }, {"o_cast only"}));
}

TEST(ExpressionErrors, ANameGoesWithCallsAndAccessesOnly) {
    EXPECT_TRUE(throws<user_error>([] { return expr(o_add, "f", {narrow}, p_int32); },
                                   {"o_call and o_access only"}));
}

TEST(ExpressionErrors, OnlyALiteralHasAValue) {
    EXPECT_TRUE(
        throws<user_error>([] { return narrow.get_int_val(); },
                           {"expression narrow", "get_int_val()", "not an integer literal"}));
    EXPECT_TRUE(throws<user_error>([] { return narrow.get_double_val(); }, {"is not a literal"}));
    EXPECT_TRUE(
        throws<user_error>([] { return expr(1.5).get_int_val(); }, {"not an integer literal"}));
}

TEST(ExpressionErrors, AVarHasANameThatIsOne) {
    EXPECT_TRUE(
        throws<user_error>([] { return var("2x"); }, {"var \"2x\"", "letters, digits and _"}));
    EXPECT_TRUE(throws<user_error>([] { return var("a b"); }, {"var \"a b\""}));
    EXPECT_TRUE(throws<user_error>([] { return var(""); }, {"var \"\""}));
}

TEST(ExpressionErrors, BoundsAreIntegers) {
    EXPECT_TRUE(
        throws<user_error>([] { return var("x", 0, 2.5); },
                           {"var \"x\"", "upper bound 2.5", "float64", "bounds are integers"}));
}

TEST(ExpressionErrors, RemaindersAreOfIntegers) {
    EXPECT_TRUE(throws<user_error>(
        [] { return wide % 0.5; },
        {"% of wide, 0.5", "defined on integers only, not float64", "a - b * floor(a / b)"}));
}

TEST(ExpressionErrors, OperationsStandInsideOfEachOtherToABound) {
    const auto sum_of = [](int terms) {
        expr sum = narrow;
        for (int k = 1; k < terms; ++k) {
            sum = sum + narrow;
        }
        return sum;
    };
    EXPECT_NO_THROW(sum_of(2001).to_str());
    EXPECT_TRUE(throws<user_error>([&] { return sum_of(100000); },
                                   {"expression: +", "has 2001 operations inside of each other",
                                    "at most 2000", "add up in an update over an iterator"}));
}

TEST(ExpressionErrors, OperationsOfSharedPartsCountEachTime) {
    expr doubled = wide;
    EXPECT_TRUE(throws<user_error>(
        [&] {
            for (int k = 0; k < 60; ++k) {
                doubled = doubled + doubled;
            }
        },
        {"expression: +", "has 131071 operations in all", "at most 100000",
         "store a part in a computation of its own"}));
}

TEST(ExpressionErrors, OperandsThatAreNotThereAreRefused) {
    for (const int wrong : {-1, 2}) {
        EXPECT_TRUE(throws<user_error>(
            [&] { (wide + wide).get_operand(wrong); },
            {"get_operand(" + std::to_string(wrong) + ")", "has 2 operands, counted from 0"}));
    }
}

} // namespace
} // namespace tiramisu::oracle
