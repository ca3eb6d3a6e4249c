#include <gtest/gtest.h>

#include "codegen/isl_expressions.h"
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

} // namespace
} // namespace tiramisu::testing
