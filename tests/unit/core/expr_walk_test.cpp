#include <gtest/gtest.h>

#include "core/expr/expr_walk.h"

namespace tiramisu::testing {
namespace {

const expr x = expr::variable("x", p_int32), y = expr::variable("y", p_int32);

TEST(ExprWalk, VisitsEveryNodeOperationsFirst) {
    std::string seen;
    core::for_each_node(x + min(y, 3), [&](const expr &node) { seen += node.to_str() + "; "; });
    EXPECT_EQ("x + min(y, 3); x; min(y, 3); y; 3; ", seen);
}

TEST(ExprWalk, DoesNotVisitTheBoundsOfVariables) {
    int count = 0;
    core::for_each_node(expr::variable("i", p_int32, 0, y), [&](const expr &) { ++count; });
    EXPECT_EQ(1, count);
}

TEST(ExprWalk, RewritesBottomUp) {
    const expr doubled = core::rewrite(
        x + y, [](const expr &node) { return node.get_expr_type() == e_var ? node * 2 : node; });
    EXPECT_EQ("(x * 2) + (y * 2)", doubled.to_str());
}

TEST(ExprWalk, WhatDoesNotChangeIsShared) {
    const expr whole = (x + 1) * (y + 2);
    const expr same = core::rewrite(whole, [](const expr &node) { return node; });
    EXPECT_EQ(whole.node(), same.node());
    const expr half = core::substitute(whole, {{"x", expr(5)}});
    EXPECT_NE(whole.node(), half.node());
    EXPECT_EQ(whole.get_operand(1).node(), half.get_operand(1).node());
}

TEST(ExprWalk, KeepsCastsCallsAndAccesses) {
    const expr whole =
        cast(p_float32, call("f", {x}, p_int32)) + expr(o_access, "C", {x, y}, p_float32);
    EXPECT_EQ("cast(p_float32, f(7)) + C(7, y)",
              core::substitute(whole, {{"x", expr(7)}}).to_str());
    EXPECT_EQ(p_float32, core::substitute(whole, {{"x", expr(7)}}).get_data_type());
}

TEST(ExprWalk, SubstitutesAtOnce) {
    EXPECT_EQ("y + x", core::substitute(x + y, {{"x", y}, {"y", x}}).to_str());
}

} // namespace
} // namespace tiramisu::testing
