#include <gtest/gtest.h>

#include "codegen/loops/isl_expressions.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

/// number(a) <op> number(b), as isl's AST has it.
class IslExpressions : public ::testing::Test {
protected:
    isl_ast_expr *number(int value) {
        return isl_ast_expr_from_val(isl_val_int_from_si(isl_.ctx().get(), value));
    }

    static Halide::Expr simplified(isl_ast_expr *value) {
        return Halide::Internal::simplify(
            lower::to_halide(isl::manage(value), lower::environment()));
    }

private:
    isl_reader isl_;
};

TEST_F(IslExpressions, ANumberAmongConditionsIsACondition) {
    const Halide::Expr either =
        simplified(isl_ast_expr_or(isl_ast_expr_ge(number(1), number(2)), number(1)));
    EXPECT_TRUE(either.type().is_bool());
    EXPECT_TRUE(Halide::Internal::is_const_one(either));
    const Halide::Expr both =
        simplified(isl_ast_expr_and(isl_ast_expr_ge(number(3), number(2)), number(0)));
    EXPECT_TRUE(Halide::Internal::is_const_zero(both));
}

TEST_F(IslExpressions, SumsWithLargeNumbersAreComputedIn64Bits) {
    constexpr int large = 1073741824;
    const std::int64_t exact = (std::int64_t{large} + large) / 4;
    isl_ast_expr *sum = isl_ast_expr_add(number(large), number(large));
    const Halide::Expr whole = simplified(isl_ast_expr_div(sum, number(4)));
    EXPECT_EQ(Halide::Int(32), whole.type());
    EXPECT_EQ(exact, Halide::Internal::as_const_int(whole).value());
    EXPECT_EQ(Halide::Int(32), simplified(isl_ast_expr_add(number(3), number(4))).type());
}

} // namespace
} // namespace tiramisu::testing
