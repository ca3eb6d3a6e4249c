#include <gtest/gtest.h>

#include "core/expr/expr_typing.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using core::is_exact;
using oracle::throws;

expr of(primitive_t type) {
    return expr::variable("x", type);
}

TEST(ExprTyping, LiteralsTakeTheTypeOfTheOtherOperand) {
    for (const primitive_t type : {p_uint8, p_int8, p_uint16, p_int16, p_uint32, p_int32, p_uint64,
                                   p_int64, p_float32, p_float64}) {
        EXPECT_EQ(type, (of(type) + 2).get_data_type()) << to_string(type);
        EXPECT_EQ(type, (2 * of(type)).get_data_type()) << to_string(type);
        EXPECT_EQ(type, (2 * of(type)).get_operand(0).get_data_type()) << to_string(type);
    }
    EXPECT_EQ(p_float32, (of(p_float32) * 0.5).get_data_type());
    EXPECT_EQ(p_float64, (of(p_float64) * 0.5f).get_data_type());
}

TEST(ExprTyping, LiteralsThatWouldChangeTheirValueDoNotAdapt) {
    EXPECT_THROW(of(p_uint8) + 256, user_error);
    EXPECT_THROW(of(p_uint8) + -1, user_error);
    EXPECT_THROW(of(p_int32) * 0.5, user_error);
    EXPECT_THROW(of(p_float32) * 0.1, user_error) << "0.1 is no float32";
    EXPECT_THROW(of(p_float32) + ((1 << 24) + 1), user_error);
    EXPECT_NO_THROW(of(p_float32) + (1 << 24));
    EXPECT_NO_THROW(of(p_float64) + ((1 << 24) + 1));
    EXPECT_NO_THROW(of(p_float64) - (std::int64_t{1} << 53));
    EXPECT_THROW(of(p_float64) + ((std::int64_t{1} << 53) + 1), user_error);
}

TEST(ExprTyping, Int32WidensToInt64) {
    const expr sum = of(p_int32) + of(p_int64);
    EXPECT_EQ(p_int64, sum.get_data_type());
    EXPECT_EQ(o_cast, sum.get_operand(0).get_op_type());
    EXPECT_EQ(e_var, sum.get_operand(1).get_expr_type());
    EXPECT_EQ(p_int64, (of(p_int64) - of(p_int32)).get_data_type());
}

TEST(ExprTyping, NothingElseMixes) {
    EXPECT_THROW(of(p_int32) + of(p_uint32), user_error);
    EXPECT_THROW(of(p_int16) + of(p_int32), user_error);
    EXPECT_THROW(of(p_float32) + of(p_float64), user_error);
    EXPECT_THROW(of(p_int32) + of(p_float32), user_error);
    EXPECT_THROW(min(of(p_int64), of(p_uint64)), user_error);
}

TEST(ExprTyping, ComparisonsAndLogicGiveBooleans) {
    EXPECT_EQ(p_boolean, (of(p_float32) < 1).get_data_type());
    EXPECT_EQ(p_boolean, (of(p_int32) == of(p_int64)).get_data_type());
    EXPECT_EQ(p_boolean, (of(p_boolean) && of(p_boolean)).get_data_type());
    EXPECT_EQ(p_boolean, (!of(p_boolean)).get_data_type());
}

TEST(ExprTyping, SelectHasTheTypeOfItsValues) {
    EXPECT_EQ(p_float32, select(of(p_boolean), of(p_float32), 0).get_data_type());
    EXPECT_EQ(p_int64, select(of(p_boolean), of(p_int32), of(p_int64)).get_data_type());
    EXPECT_THROW(select(of(p_boolean), of(p_int32), of(p_float32)), user_error);
    EXPECT_THROW(select(of(p_int32), of(p_int32), of(p_int32)), user_error);
}

TEST(ExprTyping, FunctionsOfIntegersAreFloat32) {
    EXPECT_EQ(p_float32, sqrt(of(p_int32)).get_data_type());
    EXPECT_EQ(p_float64, sqrt(of(p_float64)).get_data_type());
    EXPECT_EQ(p_float32, floor(of(p_uint8)).get_data_type());
    EXPECT_EQ(p_int32, abs(of(p_int32)).get_data_type());
    EXPECT_THROW(exp(of(p_boolean)), user_error);
}

TEST(ExprTyping, ErrorsNameTheOperandsAndBothCasts) {
    EXPECT_TRUE(throws<user_error>(
        [] { of(p_int32) + of(p_float32); },
        {"+ of x, x", "int32 and float32", "cast(p_int32, x)", "cast(p_float32, x)"}));
}

TEST(ExprTyping, ExactnessIsThatOfTheValue) {
    EXPECT_TRUE(is_exact(expr(255), p_uint8));
    EXPECT_FALSE(is_exact(expr(256), p_uint8));
    EXPECT_FALSE(is_exact(expr(-1), p_uint64));
    EXPECT_TRUE(is_exact(expr(-128), p_int8));
    EXPECT_FALSE(is_exact(expr(2.0), p_int32)) << "a float stays a float";
    EXPECT_TRUE(is_exact(expr(2.5), p_float32));
    EXPECT_FALSE(is_exact(expr(true), p_int32));
    EXPECT_FALSE(is_exact(expr(1), p_boolean));
    EXPECT_FALSE(is_exact(expr(1), p_none));
    EXPECT_FALSE(is_exact(expr::literal(p_uint64, std::uint64_t{1} << 63), p_int64));
}

TEST(ExprTyping, ConversionKeepsTheValue) {
    EXPECT_EQ(255, core::converted_literal(expr(255), p_uint8).get_int_val());
    EXPECT_EQ(3.0, core::converted_literal(expr(3), p_float32).get_double_val());
    EXPECT_EQ(18446744073709551615.0,
              core::converted_literal(expr::literal(p_uint64, ~std::uint64_t{0}), p_float64)
                  .get_double_val());
}

} // namespace
} // namespace tiramisu::testing
