#include "support/evaluator.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

expr literal(primitive_t type, std::int64_t number) {
    return expr::literal(type, number);
}

std::int64_t integer(const expr &expression) {
    return evaluate_integer(expression, {});
}

double real(const expr &expression) {
    return evaluate(expression, {}).real;
}

std::int64_t operate(op_t op, primitive_t type, std::int64_t a, std::int64_t b) {
    return integer(expr(op, literal(type, a), literal(type, b)));
}

TEST(Evaluator, IntegersWrapAtTheirWidth) {
    EXPECT_EQ(operate(o_add, p_int8, 127, 1), -128);
    EXPECT_EQ(operate(o_add, p_uint8, 255, 1), 0);
    EXPECT_EQ(operate(o_sub, p_uint16, 0, 1), 65535);
    EXPECT_EQ(operate(o_mul, p_int16, 256, 128), -32768);
    EXPECT_EQ(operate(o_mul, p_int32, 65536, 65536), 0);
    EXPECT_EQ(operate(o_add, p_uint32, 4294967295, 2), 1);
    EXPECT_EQ(operate(o_add, p_int64, std::numeric_limits<std::int64_t>::max(), 1),
              std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(integer(-literal(p_int8, -128)), -128);
    EXPECT_EQ(integer(-literal(p_uint8, 1)), 255);
}

TEST(Evaluator, QuotientsRoundTowardMinusInfinity) {
    EXPECT_EQ(operate(o_div, p_int32, 7, 2), 3);
    EXPECT_EQ(operate(o_div, p_int32, -7, 2), -4);
    EXPECT_EQ(operate(o_div, p_int32, 7, -2), -4);
    EXPECT_EQ(operate(o_div, p_int32, -7, -2), 3);
    EXPECT_EQ(operate(o_div, p_int32, -8, 2), -4);
    EXPECT_EQ(operate(o_div, p_uint8, 250, 7), 35);
    EXPECT_EQ(operate(o_div, p_int32, -2147483648LL, -1), -2147483648LL);
    EXPECT_EQ(operate(o_div, p_int32, 5, 0), 0);
}

TEST(Evaluator, RemaindersHaveTheSignOfTheDivisor) {
    EXPECT_EQ(operate(o_mod, p_int32, 7, 3), 1);
    EXPECT_EQ(operate(o_mod, p_int32, -7, 3), 2);
    EXPECT_EQ(operate(o_mod, p_int32, 7, -3), -2);
    EXPECT_EQ(operate(o_mod, p_int32, -7, -3), -1);
    EXPECT_EQ(operate(o_mod, p_uint64, -1, 10), 5); // 2^64 - 1
    EXPECT_EQ(operate(o_mod, p_int32, 5, 0), 0);
}

TEST(Evaluator, ShiftsUseTheLowBitsOfTheAmount) {
    EXPECT_EQ(operate(o_left_shift, p_int8, 3, 7), -128);
    EXPECT_EQ(operate(o_right_shift, p_int8, -128, 3), -16);
    EXPECT_EQ(operate(o_right_shift, p_uint8, 128, 3), 16);
    EXPECT_EQ(operate(o_left_shift, p_int32, 1, 33), 2);
    EXPECT_EQ(operate(o_right_shift, p_uint64, -1, 63), 1);
}

TEST(Evaluator, ComparesAsTheTypeSays) {
    EXPECT_EQ(operate(o_lt, p_uint8, 255, 1), 0);
    EXPECT_EQ(operate(o_lt, p_int8, 255, 1), 1); // -1 < 1
    EXPECT_EQ(operate(o_gt, p_uint64, -1, 1), 1);
    EXPECT_EQ(operate(o_le, p_int32, 4, 4), 1);
    EXPECT_EQ(operate(o_ge, p_int32, 3, 4), 0);
    EXPECT_EQ(operate(o_eq, p_int32, 3, 3), 1);
    EXPECT_EQ(operate(o_ne, p_int32, 3, 3), 0);
    EXPECT_EQ(operate(o_max, p_uint64, -1, 1), -1);
    EXPECT_EQ(operate(o_min, p_int64, -1, 1), -1);
}

TEST(Evaluator, LooksAtTheRightSideOfLogicOnlyWhereItMatters) {
    const expr unknown = expr::variable("unknown", p_int32) == 0;
    EXPECT_EQ(integer(literal(p_boolean, 0) && unknown), 0);
    EXPECT_EQ(integer(literal(p_boolean, 1) || unknown), 1);
    EXPECT_THROW(integer(literal(p_boolean, 1) && unknown), meaningless);
    EXPECT_EQ(integer(!literal(p_boolean, 1)), 0);
}

TEST(Evaluator, LooksAtTheArmThatIsTaken) {
    const expr unknown = expr::variable("nobody", p_int32), seven = literal(p_int32, 7);
    EXPECT_EQ(integer(select(literal(p_int32, 1) < 2, seven, unknown)), 7);
    EXPECT_EQ(integer(select(literal(p_int32, 2) < 2, unknown, seven)), 7);
    std::vector<std::string> unused;
    environment names;
    names.passed_over = [&](const expr &one) { unused.push_back(one.to_str()); };
    evaluate(select(literal(p_int32, 1) < 2 || unknown < 3, seven, unknown + 1), names);
    EXPECT_EQ((std::vector<std::string>{"nobody < 3", "nobody + 1"}), unused);
}

TEST(Evaluator, SelectsAndConverts) {
    EXPECT_EQ(integer(select(literal(p_int32, 1) < 2, literal(p_int16, 5), literal(p_int16, 6))),
              5);
    EXPECT_EQ(convert(value::of_integer(p_int32, 300), p_uint8).integer, 44);
    EXPECT_EQ(convert(value::of_integer(p_int8, -1), p_uint32).integer, 4294967295);
    EXPECT_EQ(convert(value::of_integer(p_int32, 256), p_boolean).integer, 1);
    EXPECT_EQ(convert(value::of_real(p_float64, -2.9), p_int32).integer, -2);
    EXPECT_EQ(convert(value::of_integer(p_uint64, -1), p_float64).real, 18446744073709551616.0);
    EXPECT_EQ(convert(value::of_integer(p_int32, 16777217), p_float32).real, 16777216.0);
    EXPECT_THROW(convert(value::of_real(p_float64, 300), p_uint8), meaningless);
}

TEST(Evaluator, ComputesFloat32InFloat) {
    const expr tenth = expr::literal(p_float32, 0.1);
    EXPECT_EQ(real(tenth + tenth), static_cast<double>(0.1f + 0.1f));
    EXPECT_EQ(real(tenth * tenth), static_cast<double>(0.1f * 0.1f));
    EXPECT_EQ(real(sqrt(expr::literal(p_float32, 2.0))), static_cast<double>(std::sqrt(2.0f)));
    EXPECT_EQ(real(expr::literal(p_float64, 0.1) / 3.0), 0.1 / 3.0);
}

TEST(Evaluator, RoundsHalvesToEven) {
    EXPECT_EQ(real(round(expr(2.5))), 2);
    EXPECT_EQ(real(round(expr(-3.5))), -4);
    EXPECT_EQ(real(trunc(expr(-3.5))), -3);
    EXPECT_EQ(real(floor(expr(-3.5))), -4);
    EXPECT_EQ(real(ceil(expr(-3.5))), -3);
    EXPECT_EQ(real(abs(expr(-3.5))), 3.5);
    EXPECT_EQ(integer(abs(literal(p_int8, -128))), -128);
}

TEST(Evaluator, ReadsThroughTheEnvironment) {
    environment names;
    names.scalars["i"] = value::of_integer(p_int32, 4);
    names.read = [](const std::string &name, const environment::index &at) {
        EXPECT_EQ(name, "A");
        return value::of_integer(p_int32, 10 * at[0] + at[1]);
    };
    const expr i = expr::variable("i", p_int32);
    EXPECT_EQ(evaluate_integer(expr(o_access, "A", {i, i + 1}, p_int32) * 2, names), 90);
}

} // namespace
} // namespace tiramisu::oracle
