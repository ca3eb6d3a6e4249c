#include <gtest/gtest.h>

#include "core/program/ast_expressions.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

TEST(AstExpressions, ConditionsOnParametersAreBooleans) {
    const isl_reader isl;
    const expr found = core::set_to_expr(isl.set("[n] -> { : n >= 8 }"));
    EXPECT_EQ("n >= 8", found.to_str());
    EXPECT_EQ(p_boolean, found.get_data_type());
}

TEST(AstExpressions, TrueAndFalseAreConditionsToo) {
    const isl_reader isl;
    EXPECT_EQ(p_boolean, core::set_to_expr(isl.set("{ : }")).get_data_type());
    EXPECT_EQ(p_boolean, core::set_to_expr(isl.set("{ : false }")).get_data_type());
}

TEST(AstExpressions, ANumberAmongConditionsIsACondition) {
    const isl_reader isl;
    isl::ctx ctx = isl.ctx();
    const auto number = [&](int n) {
        return isl_ast_expr_from_val(isl_val_int_from_si(ctx.get(), n));
    };
    const isl::ast_expr either =
        isl::manage(isl_ast_expr_or(isl_ast_expr_ge(number(3), number(2)), number(1)));
    EXPECT_EQ("(3 >= 2) || (1 != 0)", core::to_expr(either).to_str());
}

TEST(AstExpressions, SumsAndProductsAreComputedIn64Bits) {
    const isl_reader isl;
    const expr sum = core::set_to_expr(isl.set("[n, m] -> { : 2n + m <= 3000000000 }"));
    EXPECT_EQ(std::string::npos, sum.to_str().find("(2 * n)")) << sum.to_str();
    EXPECT_NE(std::string::npos, sum.to_str().find("cast")) << sum.to_str();
    EXPECT_NE(std::string::npos, sum.to_str().find("3000000000")) << sum.to_str();
}

TEST(AstExpressions, OperationsKeepTheirMeaning) {
    const isl_reader isl;
    const std::string text =
        core::set_to_expr(isl.set("[n, m] -> { : n mod 4 = 0 and (m > 2n or m < -3) }")).to_str();
    for (const char *part : {"n % 4", "&&", "||", "m"}) {
        EXPECT_NE(std::string::npos, text.find(part)) << text;
    }
}

} // namespace
} // namespace tiramisu::testing
