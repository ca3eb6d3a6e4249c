// Errors about expressions name the line of the user's program that wrote the operation.

#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

const expr wide = expr::variable("wide", p_float64), narrow = expr::variable("narrow", p_int32);

/// Whether the call, which stands in that line, throws an error of that place.
template <typename Call>
::testing::AssertionResult refuses_at(int line, const Call &call) {
    return throws<user_error>(
        call, {"expression_places_test.cpp:" + std::to_string(line) + ": expression"});
}

TEST(ExpressionPlaces, AreThoseOfOperators) {
    EXPECT_TRUE(refuses_at(__LINE__, [] { return wide + narrow; }));
    EXPECT_TRUE(refuses_at(__LINE__, [] { return -expr(p_int32); }));
    EXPECT_TRUE(refuses_at(__LINE__, [] { return !narrow; }));
    EXPECT_TRUE(refuses_at(__LINE__, [] { return 1.5 <= narrow; }));
    EXPECT_TRUE(refuses_at(__LINE__, [] { return narrow && (narrow == 2); }));
}

TEST(ExpressionPlaces, AreThoseOfFunctions) {
    EXPECT_TRUE(refuses_at(__LINE__, [] { return min(wide, narrow); }));
    EXPECT_TRUE(refuses_at(__LINE__, [] { return clamp(narrow, 0, wide); }));
    EXPECT_TRUE(refuses_at(__LINE__, [] { return select(narrow, 1, 2); }));
    EXPECT_TRUE(refuses_at(__LINE__, [] { return sqrt(expr()); }));
}

TEST(ExpressionPlaces, AreThoseOfOperationsByName) {
    EXPECT_TRUE(refuses_at(__LINE__, [] { return expr(o_max, wide, narrow); }));
    EXPECT_TRUE(refuses_at(__LINE__, [] { return expr(o_abs, p_int32, narrow); }));
    EXPECT_TRUE(refuses_at(__LINE__, [] { return expr(o_add, "f", {narrow}, p_int32); }));
    EXPECT_TRUE(refuses_at(__LINE__, [] { return narrow.get_int_val(); }));
    EXPECT_TRUE(refuses_at(__LINE__, [] { return narrow.get_double_val(); }));
}

TEST(ExpressionPlaces, AreThoseOfUpdates) {
    small_program p;
    EXPECT_TRUE(refuses_at(__LINE__, [&] { p.C(p.i, p.j) += wide; }));
    EXPECT_TRUE(refuses_at(__LINE__, [&] { p.C(p.i, p.j).max_with(wide); }));
    EXPECT_TRUE(refuses_at(__LINE__, [&] { return min(p.A(p.i, p.j), wide); }));
}

TEST(ExpressionPlaces, AreOfNoFileOfTheLibrary) {
    small_program p;
    expr sum = p.A(p.i, p.j);
    for (int doubling = 0; doubling < 15; ++doubling) {
        sum = sum + sum; // each node is counted as often as it is used
    }
    p.C.set_expression(sum);
    computation D("D", {p.i, p.j}, p.C(p.i, p.j) + p.C(p.i, p.j));
    buffer d_mem("d_mem", {16, 8}, p_int32, a_output);
    D.store_in(&d_mem);
    p.C.store_in({p.i, p.j}, {16, 8});
    p.C.compute_inline();
    const thrown found = run_and_catch<user_error>([&] { p.function.compile({&p.a_mem, &d_mem}); });
    EXPECT_TRUE(found.something);
    EXPECT_EQ(std::string::npos, found.text.find("src/core")) << found.text;
    EXPECT_NE(std::string::npos, found.text.find("operations in all")) << found.text;
}

} // namespace
} // namespace tiramisu::oracle
