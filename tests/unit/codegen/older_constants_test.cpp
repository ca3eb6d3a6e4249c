// Constants of older programs, those of loops among them: each program is compiled, run, and gives
// the right result.

#include "unit/codegen/older_programs.h"

namespace tiramisu::testing {
namespace {

TEST(OlderConstants, ParametersThatNoConstraintNamesNeedNoConstant) {
    init("unused_parameters");
    function f = current();
    const constant n("N", 4);
    computation c("[N, M]->{c[i]: 0 <= i < N}", var("i") * 2, true, p_int32, &f);
    buffer out("out", {4}, p_int32, a_output);
    c.set_access("[N, K, M]->{c[i]->out[i]}");
    f.set_context_set("[L]->{: }");
    EXPECT_EQ((std::vector<std::int32_t>{0, 2, 4, 6}), run(out, {4}));
}

TEST(OlderConstants, ConstantsNameConstants) {
    init("constants");
    const constant a("a", expr(8)), n("n", var("a") + 2);
    const var i("i", 0, n);
    buffer out("out", {10}, p_int32, a_output);
    computation c("c", {i}, i + n);
    c.store_in(&out);
    EXPECT_EQ((std::vector<std::int32_t>{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}), run(out, {10}));
}

TEST(OlderConstants, ConstantsOfLoopsStandInValues) {
    init("lets_in_values");
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output);
    computation s("s", {i}, p_int32);
    const constant m("m", expr(static_cast<std::uint8_t>(7)), p_uint8, false, &s, 0);
    const constant sum("sum", i + 1, p_int32, false, &s, 0);
    s.set_expression(cast(p_int32, var(p_uint8, "m")) * var("sum"));
    s.store_in(&out);
    EXPECT_EQ((std::vector<std::int32_t>{7, 14, 21, 28}), run(out, {4}));
}

TEST(OlderConstants, ConstantsOfLoopsBoundDomainsDeclaredBefore) {
    init("lets_in_domains");
    function f = current();
    buffer ptr_mem("ptr_mem", {4}, p_int32, a_input), out("out", {3}, p_int32, a_output);
    input ptr("ptr", {var("p", 0, 4)}, p_int32);
    ptr.store_in(&ptr_mem);
    const var r("r"), k("k");
    computation zero("{zero[r]: 0 <= r < 3}", expr(0), true, p_int32, &f);
    computation s("[lo, hi]->{s[r, k]: 0 <= r < 3 and lo <= k < hi}", expr(), true, p_int32, &f);
    f.set_context_set("[lo, hi]->{: hi > lo}");
    s.set_expression(s(r, k) + k + var("lo"));
    const constant lo("lo", ptr(r), p_int32, false, &s, 0);
    const constant hi("hi", ptr(r + 1), p_int32, false, &s, 0);
    zero.store_in(&out);
    s.store_in(&out, {r});
    s.after(zero, 0);
    std::vector<std::int32_t> starts = {0, 2, 2, 5}, result(3);
    ASSERT_EQ(0, f.compile({&ptr_mem, &out})({{starts.data(), {4}}, {result.data(), {3}}}));
    EXPECT_EQ((std::vector<std::int32_t>{1, 0, 15}), result);
}

TEST(OlderConstants, ConstantsOfLoopsMayBeParametersOfInputs) {
    init("lets_of_inputs");
    function f = current();
    buffer ptr_mem("ptr_mem", {4}, p_int32, a_input), out("out", {3}, p_int32, a_output);
    buffer values_mem("values_mem", {5}, p_int32, a_input);
    const var r("r"), k("k");
    computation ptr("{ptr[r]: 0 <= r <= 3}", expr(), false, p_int32, &f);
    computation values("[lo, hi]->{values[k]: lo <= k < hi}", expr(), false, p_int32, &f);
    computation zero("{zero[r]: 0 <= r < 3}", expr(0), true, p_int32, &f);
    computation s("[lo, hi]->{s[r, k]: 0 <= r < 3 and lo <= k < hi}", expr(), true, p_int32, &f);
    const constant lo("lo", ptr(r), p_int32, false, &s, 0);
    const constant hi("hi", ptr(r + 1), p_int32, false, &s, 0);
    s.set_expression(s(r, k - 1) + values(k));
    ptr.store_in(&ptr_mem);
    values.store_in(&values_mem);
    zero.store_in(&out);
    s.store_in(&out, {r});
    s.after(zero, 0);
    std::vector<std::int32_t> starts = {0, 2, 2, 5}, data = {1, 2, 4, 8, 16}, result(3);
    ASSERT_EQ(0, f.compile({&ptr_mem, &values_mem, &out})(
                     {{starts.data(), {4}}, {data.data(), {5}}, {result.data(), {3}}}));
    EXPECT_EQ((std::vector<std::int32_t>{3, 0, 28}), result);
}

TEST(OlderConstants, ARefusedConstantOfALoopLeavesDomainsAsTheyWere) {
    init("let_refused");
    function f = current();
    computation s("[lo]->{s[r, k]: 0 <= r < 3 and lo <= 2 * k < 9}", expr(1), true, p_int32, &f);
    const std::string before = f.algorithm_text();
    EXPECT_THROW(constant("lo", var("r") + 1, p_int32, false, &s, 0), unsupported_error);
    EXPECT_EQ(before, f.algorithm_text());
}

TEST(OlderConstants, BoundsTellTheConstantsThatTheyAre) {
    init("names_of_constants");
    const constant n("n", 10), m("m", expr(4), p_int32, true, nullptr, 0);
    const var i("i", 0, n), j("j", m, 8);
    EXPECT_EQ("n", i.get_upper().get_name());
    EXPECT_EQ("m", j.get_lower().get_name());
    ASSERT_NE(nullptr, current().get_invariant_by_name(i.get_upper().get_name()));
    EXPECT_TRUE(i.get_upper().is_equal(expr(10))) << "it is the literal all the same";
    EXPECT_EQ(10, current().get_invariant_by_name("n")->get_expr().get_int32_value());
    EXPECT_EQ(4, m.get_expr().get_int32_value());
    const constant sum("sum", n + i);
    EXPECT_EQ("10 + i", sum.get_expr().to_str());
}

} // namespace
} // namespace tiramisu::testing
