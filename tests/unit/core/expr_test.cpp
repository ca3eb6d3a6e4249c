#include <limits>

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/expr.h"

namespace tiramisu::testing {
namespace {

TEST(Expr, IsUndefinedUnlessGivenAValue) {
    EXPECT_FALSE(expr().is_defined());
    EXPECT_FALSE(expr(p_int32).is_defined());
    EXPECT_EQ(p_int32, expr(p_int32).get_data_type());
    EXPECT_EQ(e_none, expr().get_expr_type());
    EXPECT_TRUE(expr(0).is_defined());
}

TEST(Expr, LiteralsHaveTheTypeOfTheCppValue) {
    EXPECT_EQ(p_int32, expr(1).get_data_type());
    EXPECT_EQ(p_int64, expr(std::int64_t{1}).get_data_type());
    EXPECT_EQ(p_uint8, expr(std::uint8_t{1}).get_data_type());
    EXPECT_EQ(p_float32, expr(1.0f).get_data_type());
    EXPECT_EQ(p_float64, expr(1.0).get_data_type());
    EXPECT_EQ(p_boolean, expr(true).get_data_type());
}

TEST(Expr, LiteralsOfNarrowTypesWrap) {
    EXPECT_EQ(44, expr::literal(p_uint8, 300).get_int_val());
    EXPECT_EQ(-56, expr::literal(p_int8, 200).get_int_val());
    EXPECT_EQ(1, expr::literal(p_boolean, 7).get_int_val());
    EXPECT_EQ(-1, expr::literal(p_uint64, std::numeric_limits<std::uint64_t>::max()).get_int_val());
}

TEST(Expr, FloatLiteralsRoundToTheirType) {
    EXPECT_EQ(static_cast<double>(0.1f), expr::literal(p_float32, 0.1).get_double_val());
    EXPECT_EQ(0.1, expr::literal(p_float64, 0.1).get_double_val());
}

TEST(Expr, ValuesAreAskedOfLiteralsOnly) {
    EXPECT_THROW(expr::variable("x", p_int32).get_int_val(), user_error);
    EXPECT_THROW(expr(1.5).get_int_val(), user_error);
    EXPECT_EQ(3.0, expr(3).get_double_val());
}

TEST(Expr, OperationsKeepTheirOperands) {
    const expr x = expr::variable("x", p_float32);
    const expr sum = x + 2.0f;
    EXPECT_EQ(e_op, sum.get_expr_type());
    EXPECT_EQ(o_add, sum.get_op_type());
    ASSERT_EQ(2, sum.get_n_arg());
    EXPECT_TRUE(sum.get_operand(0).is_equal(x));
    EXPECT_EQ(o_none, x.get_op_type());
    EXPECT_EQ("x", x.get_name());
    EXPECT_EQ("", sum.get_name());
}

TEST(Expr, CopiesShareTheTree) {
    const expr x = expr::variable("x", p_int32) * 3;
    const expr copy = x;
    EXPECT_EQ(x.node(), copy.node());
}

TEST(Expr, EqualTreesAreEqualWhereverMade) {
    const auto make = [] { return min(expr::variable("x", p_int32), 3) % 2; };
    EXPECT_TRUE(make().is_equal(make()));
    EXPECT_FALSE(make().is_equal(make() + 1));
    EXPECT_FALSE(expr(1).is_equal(expr(std::int64_t{1})));
    EXPECT_FALSE(expr(1).is_equal(expr()));
    EXPECT_TRUE(expr().is_equal(expr()));
    EXPECT_FALSE(expr::variable("x", p_int32).is_equal(expr::variable("y", p_int32)));
    EXPECT_FALSE(expr::variable("x", p_int32).is_equal(expr::variable("x", p_int64)));
}

TEST(Expr, AVariableIsItsNameWhateverItsBounds) {
    const expr named = expr::variable("x", p_int32), bounded = expr::variable("x", p_int32, 0, 9);
    EXPECT_TRUE((named + 1).is_equal(bounded + 1));
}

TEST(Expr, ACastOfALiteralIsALiteralWhereNothingIsLost) {
    EXPECT_TRUE(cast(p_uint8, 200).is_constant());
    EXPECT_EQ(p_uint8, cast(p_uint8, 200).get_data_type());
    EXPECT_EQ(o_cast, cast(p_uint8, 300).get_op_type());
}

TEST(Expr, ClampIsMinOfMax) {
    const expr x = expr::variable("x", p_int32);
    EXPECT_TRUE(clamp(x, 0, 9).is_equal(min(max(x, 0), 9)));
}

TEST(Expr, CallsHaveANameAndAType) {
    const expr made = call("f", {expr(1), expr(2.0)}, p_float32);
    EXPECT_EQ(o_call, made.get_op_type());
    EXPECT_EQ("f", made.get_name());
    EXPECT_EQ(p_float32, made.get_data_type());
    EXPECT_EQ(2u, made.get_arguments().size());
}

} // namespace
} // namespace tiramisu::testing
