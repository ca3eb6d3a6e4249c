#include <gtest/gtest.h>

#include "core/expr/expr_text.h"

namespace tiramisu::testing {
namespace {

const expr x = expr::variable("x", p_int32), y = expr::variable("y", p_int32);
const expr f = expr::variable("f", p_float32);

TEST(ExprText, IsWhatCppWouldWrite) {
    EXPECT_EQ("x + (y * 2)", (x + y * 2).to_str());
    EXPECT_EQ("(x + y) / 3", ((x + y) / 3).to_str());
    EXPECT_EQ("-x", (-x).to_str());
    EXPECT_EQ("-(x - y)", (-(x - y)).to_str());
    EXPECT_EQ("!(x < y)", (!(x < y)).to_str());
    EXPECT_EQ("(x == y) && (x != 3)", (x == y && x != 3).to_str());
    EXPECT_EQ("x << 2", (x << 2).to_str());
}

TEST(ExprText, FunctionsAreCalls) {
    EXPECT_EQ("min(x, max(y, 0))", min(x, max(y, 0)).to_str());
    EXPECT_EQ("select(x < y, x, y)", select(x < y, x, y).to_str());
    EXPECT_EQ("sqrt(f)", sqrt(f).to_str());
    EXPECT_EQ("exp(f)", exp(f).to_str());
    EXPECT_EQ("cast(p_float64, x)", cast(p_float64, x).to_str());
    EXPECT_EQ("g(x, 1.5)", call("g", {x, expr(1.5)}, p_int32).to_str());
    EXPECT_EQ("C(x, y + 1)", expr(o_access, "C", {x, y + 1}, p_int32).to_str());
}

TEST(ExprText, LiteralsShowTheirType) {
    EXPECT_EQ("2.0", expr(2.0).to_str());
    EXPECT_EQ("0.5f", expr(0.5f).to_str());
    EXPECT_EQ("true", expr(true).to_str());
    EXPECT_EQ("-7", expr(-7).to_str());
    EXPECT_EQ("18446744073709551615", expr::literal(p_uint64, ~std::uint64_t{0}).to_str());
    EXPECT_EQ("(undefined)", expr().to_str());
}

TEST(ExprText, FloatsKeepAllTheirDigits) {
    EXPECT_EQ("0.1f", expr(0.1f).to_str());
    EXPECT_EQ("0.1", expr(0.1).to_str());
    EXPECT_EQ("1e+10f", expr(1e10f).to_str());
}

TEST(ExprText, EveryOperationHasAWord) {
    for (int op = o_minus; op <= o_call; ++op) {
        EXPECT_NE("", core::operator_text(static_cast<op_t>(op))) << op;
    }
    EXPECT_EQ("%", core::operator_text(o_mod));
    EXPECT_EQ("sigmoid", core::operator_text(o_sigmoid));
    EXPECT_EQ("lerp", core::operator_text(o_lerp));
}

TEST(ExprText, ListsAreSeparatedByCommas) {
    EXPECT_EQ("", core::expr_list_text({}));
    EXPECT_EQ("x, y + 1", core::expr_list_text({x, y + 1}));
}

} // namespace
} // namespace tiramisu::testing
