// What older programs write, construct by construct: each is compiled, run, and gives the right
// result.

#include <cmath>
#include <sstream>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"
#include "tiramisu/tiramisu.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

/// What the implicit function writes into its only argument.
std::vector<std::int32_t> run(buffer &out, const std::vector<std::int64_t> &sizes) {
    std::size_t elements = 1;
    for (const std::int64_t size : sizes) {
        elements *= static_cast<std::size_t>(size);
    }
    std::vector<std::int32_t> result(elements);
    EXPECT_EQ(0, current().compile({&out})({{result.data(), sizes}}));
    return result;
}

TEST(OlderConstructs, ParametersThatNoConstraintNamesNeedNoConstant) {
    init("unused_parameters");
    function f = current();
    const constant n("N", 4);
    computation c("[N, M]->{c[i]: 0 <= i < N}", var("i") * 2, true, p_int32, &f);
    buffer out("out", {4}, p_int32, a_output);
    c.set_access("[N, K, M]->{c[i]->out[i]}");
    f.set_context_set("[L]->{: }");
    EXPECT_EQ((std::vector<std::int32_t>{0, 2, 4, 6}), run(out, {4}));
}

TEST(OlderConstructs, BoundsMayBeComputedAfterOrder) {
    init("ordered_bounds");
    function f = current();
    buffer out("out", {4}, p_int32, a_output), mem("mem", {8}, p_int32, a_temporary);
    computation a("{a[i]}", var("i") * 3, true, p_int32, &f);
    computation b("b", {var("i", 0, 4)}, a(var("i") + 2) + 1);
    a.store_in(&mem);
    b.store_in(&out);
    b.after(a, computation::root);
    EXPECT_NO_THROW(f.dependences_text()) << "on a domain that has no ends yet";
    f.compute_bounds();
    EXPECT_EQ((std::vector<std::int32_t>{7, 10, 13, 16}), run(out, {4}));
}

TEST(OlderConstructs, ADomainWithoutEndsIsNotCompiled) {
    init("endless");
    function f = current();
    buffer out("out", {4}, p_int32, a_output);
    computation a("{a[i]}", var("i") * 3, true, p_int32, &f);
    a.store_in(&out);
    EXPECT_TRUE(throws<user_error>([&] { f.compile({&out}); },
                                   {"computation \"a\"", "iterator \"i\" has no bounds"}));
}

TEST(OlderConstructs, AComputationIsStoredInALoopOfItsOwn) {
    init("own_loop");
    const var i("i", 0, 3), j("j", 0, 4);
    buffer out("out", {3, 4}, p_int32, a_output);
    computation a("a", {i, j}, i * 10 + j), b("b", {i, j}, a(i, j) + 1);
    b.store_in(&out);
    b.fuse_after(i, a);
    a.store_at(a, i);
    EXPECT_EQ((std::vector<std::int32_t>{1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24}),
              run(out, {3, 4}));
}

TEST(OlderConstructs, WhatIsReadElsewhereIsNotStoredInALoop) {
    init("read_elsewhere");
    const var i("i", 0, 3), j("j", 0, 4);
    buffer out("out", {3, 4}, p_int32, a_output);
    computation a("a", {i, j}, i * 10 + j), b("b", {i, j}, a(i, j) + 1);
    b.store_in(&out);
    b.after(a, computation::root);
    a.store_at(a, i);
    EXPECT_TRUE(throws<user_error>([&] { current().compile({&out}); },
                                   {"store_at(a, i)", "\"b\" uses the buffer outside of loop"}));
}

TEST(OlderConstructs, ExpressionsWithoutBoundsAreReadAtAnyIndex) {
    init("any_index");
    function f = current();
    const var i("i", 0, 3), j("j", 0, 2);
    buffer out("out", {3, 2}, p_int32, a_output);
    computation h("{h[i,j]}", var("i") * 10 + var("j"), false, p_int32, &f);
    h.set_inline();
    computation c("c", {i, j}, h(j, i) + h(i * i, 2 * j - 5));
    c.store_in(&out);
    EXPECT_EQ((std::vector<std::int32_t>{-5, 7, 6, 18, 37, 49}), run(out, {3, 2}));
}

TEST(OlderConstructs, WhatExpressionsWithoutBoundsReadIsInMemory) {
    init("expression_reads");
    function f = current();
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output);
    computation p("p", {i}, i * 2);
    computation h("{h[i]}", p(var("i") + 1), false, p_int32, &f);
    h.set_inline();
    computation c("c", {i}, h(i));
    c.store_in(&out);
    EXPECT_TRUE(throws<user_error>([&] { f.compile({&out}); },
                                   {"computation \"c\"", "c(3) reads element [4]"}));
}

TEST(OlderConstructs, WhatExpressionsReadAtAnIndexFromMemoryIsComputedBefore) {
    init("expression_order");
    function f = current();
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output), at_mem("at_mem", {4}, p_int32, a_input);
    input at("at", {i}, p_int32);
    at.store_in(&at_mem);
    computation p("p", {i}, i * 2);
    computation h("{h[i]}", p(clamp(var("i"), 0, 3)), false, p_int32, &f);
    h.set_inline();
    computation c("c", {i}, h(at(i)));
    c.store_in(&out);
    p.after(c, computation::root);
    EXPECT_THROW(f.compile({&at_mem, &out}), schedule_error);
}

TEST(OlderConstructs, ConstantsNameConstants) {
    init("constants");
    const constant a("a", expr(8)), n("n", var("a") + 2);
    const var i("i", 0, n);
    buffer out("out", {10}, p_int32, a_output);
    computation c("c", {i}, i + n);
    c.store_in(&out);
    EXPECT_EQ((std::vector<std::int32_t>{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}), run(out, {10}));
}

TEST(OlderConstructs, ShiftsAreForTheNestsThatAreNamed) {
    init("three_nests");
    const var i("i", 0, 8);
    buffer out("out", {8}, p_int32, a_output);
    computation a("a", {var("i", 0, 10)}, var("i") * 2);
    computation b("b", {var("i", 0, 9)}, a(var("i")) + a(var("i") + 1));
    computation c("c", {i}, b(i) + b(i + 1));
    c.store_in(&out);
    current().perform_full_dependency_analysis();
    a.then(b, i).then(c, i);
    EXPECT_FALSE(current().check_legality_of_function());
    const auto of_b = current().correcting_loop_fusion_with_shifting({&a}, b, {i});
    ASSERT_EQ(1U, of_b.size());
    EXPECT_EQ(1, std::get<1>(of_b[0]));
    b.shift(i, 1);
    const auto of_c = current().correcting_loop_fusion_with_shifting({&a, &b}, c, {i});
    ASSERT_EQ(1U, of_c.size());
    EXPECT_EQ(2, std::get<1>(of_c[0]));
    c.shift(i, 2);
    EXPECT_TRUE(current().check_legality_of_function());
    EXPECT_EQ((std::vector<std::int32_t>{8, 16, 24, 32, 40, 48, 56, 64}), run(out, {8}));
}

TEST(OlderConstructs, ReferencesAreToTheObjectsThatWereDeclared) {
    init("addresses");
    function f = current();
    const var i("i", 0, 4);
    computation a("a", {i}, i * 2), b("b", {i}, a(i) + 1);
    computation c("{c[i]: 0 <= i < 4}", b(i), true, p_int32, &f);
    b.after(a, i);
    EXPECT_EQ(&a, b.get_predecessor());
    EXPECT_EQ(&b, a.get_successor());
    EXPECT_EQ(&c, &c.get_update(0));
    c.add_definitions("{c[k]: 1 <= k < 3}", expr(7), true, p_int32, &f);
    EXPECT_EQ(&c, &c.get_update(0));
    EXPECT_EQ("c", c.get_update(0).part()->id);
    EXPECT_EQ("c_update_1", c.get_last_update().part()->id);
}

TEST(OlderConstructs, ReferencesOutliveTheObjectsThatWereDeclared) {
    init("addresses");
    const var i("i", 0, 4);
    auto a = std::make_unique<computation>("a", std::vector<var>{i}, i * 2);
    computation b("b", {i}, (*a)(i) + 1), other("other", {i}, i + 1);
    b.after(*a, i);
    a.reset();
    ASSERT_NE(nullptr, b.get_predecessor());
    EXPECT_EQ("a", b.get_predecessor()->get_name());
    computation moved = other;
    b.then(other, i);
    EXPECT_EQ(&other, b.get_successor());
    other = b;
    EXPECT_EQ("other", b.get_successor()->get_name());
}

TEST(OlderConstructs, AHandleMeansItsFirstDefinitionOnlyWhereItIsTheLast) {
    init("updated");
    const var i("i", 0, 4);
    computation c("c", {i}, i * 2);
    c(i) += 1;
    EXPECT_EQ("c", c.get_update(0).part()->id);
}

TEST(OlderConstructs, SizesAreReadFromMemory) {
    init("sizes_from_memory");
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output), n_mem("n_mem", {1}, p_int32, a_input);
    input n("n", {var("z", 0, 1)}, p_int32);
    n.store_in(&n_mem);
    buffer t("t", {n(0)}, p_int32, a_temporary);
    computation a("a", {i}, i * 2), b("b", {i}, a(i) + 1);
    a.store_in(&t);
    b.store_in(&out);
    const compiled_function code = current().compile({&n_mem, &out});
    std::vector<std::int32_t> enough = {4}, few = {3}, result(4);
    ASSERT_EQ(0, code({{enough.data(), {1}}, {result.data(), {4}}}));
    EXPECT_EQ((std::vector<std::int32_t>{1, 3, 5, 7}), result);
    EXPECT_NE(0, code({{few.data(), {1}}, {result.data(), {4}}})) << "element 3 is outside";
}

TEST(OlderConstructs, SizesNameTheLoopOfTheAllocation) {
    init("sizes_in_loops");
    const var i("i", 0, 4), j("j", 0, i + 1);
    buffer out("out", {4, 4}, p_int32, a_output), t("t", {var("i") + 1}, p_int32, a_temporary);
    computation zero("zero", {i, var("k", 0, 4)}, 0);
    computation a("a", {i, j}, i * 10 + j), b("b", {i, j}, a(i, j) + 1);
    zero.store_in(&out);
    a.store_in(&t, {j});
    b.store_in(&out, {i, j});
    zero.then(a, computation::root).then(b, i);
    t.allocate_at(a, i);
    EXPECT_EQ((std::vector<std::int32_t>{1, 0, 0, 0, 11, 12, 0, 0, 21, 22, 23, 0, 31, 32, 33, 34}),
              run(out, {4, 4}));
}

TEST(OlderConstructs, SizesInLoopsHaveALargestValue) {
    init("sizes_without_end");
    const var i("i", 0, 4);
    buffer t("t", {i * i}, p_int32, a_temporary);
    computation a("a", {i}, i * 10);
    a.store_in(&t, {0});
    EXPECT_TRUE(throws<user_error>(
        [&] { t.allocate_at(a, i); },
        {"buffer \"t\": allocate_at(a, i): size i * i has no largest value over the loops of "
         "computation \"a\" that is one formula of constants"}));
}

TEST(OlderConstructs, ConstantsOfLoopsStandInValues) {
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

TEST(OlderConstructs, ConstantsOfLoopsBoundDomainsDeclaredBefore) {
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

TEST(OlderConstructs, ConstantsOfLoopsMayBeParametersOfInputs) {
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

TEST(OlderConstructs, ARefusedConstantOfALoopLeavesDomainsAsTheyWere) {
    init("let_refused");
    function f = current();
    computation s("[lo]->{s[r, k]: 0 <= r < 3 and lo <= 2 * k < 9}", expr(1), true, p_int32, &f);
    const std::string before = f.algorithm_text();
    EXPECT_THROW(constant("lo", var("r") + 1, p_int32, false, &s, 0), unsupported_error);
    EXPECT_EQ(before, f.algorithm_text());
}

TEST(OlderConstructs, WhatAConstantInTheStorageReadsIsComputedBefore) {
    init("let_in_storage");
    function f = current();
    const var i("i", 0, 4), k("k", 0, 3);
    buffer out("out", {3, 4}, p_int32, a_output), in_mem("in_mem", {8}, p_int32, a_input);
    computation shift("shift", {k}, k + 1);
    input in("in", {i}, p_int32);
    computation c("c", {k, i}, in(i)*2);
    const constant by("by", shift(k), p_int32, false, &c, 0);
    in.set_access("[by]->{in[i]->in_mem[i + by]}");
    c.store_in(&out);
    shift.after(c, computation::root);
    EXPECT_THROW(f.compile({&in_mem, &out}), schedule_error);
}

TEST(OlderConstructs, TypesAndFlagsFollowTheValue) {
    init("type_last");
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output);
    computation a("a", {i}, i * 2, p_int32), b({i}, a(i) + 1, true);
    computation c("c", {i}, b(i) * 10, true), d({i}, c(i) + 1, p_int32);
    d.store_in(&out);
    EXPECT_EQ((std::vector<std::int32_t>{11, 31, 51, 71}), run(out, {4}));
    EXPECT_TRUE(throws<user_error>([&] { computation("e", {i}, i * 2, p_float64); },
                                   {"computation \"e\": has type float64 but the expression i * 2 "
                                    "has type int32"}));
}

TEST(OlderConstructs, AConditionBeforeATypeIsAPredicate) {
    init("condition_and_type");
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output);
    computation zero("zero", {i}, 0), c("c", {i}, i > 1, p_int32);
    c.set_expression(i * 2);
    zero.store_in(&out);
    c.store_in(&out);
    EXPECT_EQ((std::vector<std::int32_t>{0, 0, 4, 6}), run(out, {4}));
}

TEST(OlderConstructs, ATypeBehindTheOperandsIsNone) {
    const expr root(o_sqrt, expr(4.0), p_float64);
    EXPECT_TRUE(root.is_equal(sqrt(expr(4.0))));
    EXPECT_TRUE(throws<user_error>([] { expr(o_sqrt, expr(), p_float64); }, {"undefined"}));
}

TEST(OlderConstructs, AWeightOfIntegersIsAShareOfItsLargestValue) {
    init("lerp");
    const var i("i", 0, 256);
    buffer out("out", {256}, p_uint8, a_output);
    computation c("c", {i},
                  expr(o_lerp, expr(std::uint8_t{200}), expr(std::uint8_t{10}), cast(p_uint8, i)));
    c.store_in(&out);
    std::vector<std::uint8_t> result(256);
    ASSERT_EQ(0, current().compile({&out})({{result.data(), {256}}}));
    for (int w = 0; w < 256; ++w) {
        const double exact = (200.0 * (255 - w) + 10.0 * w) / 255;
        EXPECT_EQ(std::lround(exact), result[static_cast<std::size_t>(w)]) << w;
    }
}

TEST(OlderConstructs, AWeightOfTwoBytesIsAShareToo) {
    const expr mean(o_lerp, expr(std::int32_t{-1000000}), expr(std::int32_t{3000000}),
                    expr(std::uint16_t{65535}));
    EXPECT_EQ(p_int32, mean.get_data_type());
    EXPECT_EQ(p_float32, expr(o_lerp, expr(1), expr(2), expr(3)).get_data_type())
        << "a signed weight is a number from 0 to 1";
}

TEST(OlderConstructs, AccessesOfInputsMayBeClamped) {
    init("clamped_access");
    const constant n("N", p_int32);
    const var i("i", 0, 6);
    buffer out("out", {6}, p_int32, a_output), mem("mem", {n}, p_int32, a_input);
    input in("in", {i}, p_int32);
    in.set_access("[N]->{in[i]->mem[min(max(i, 0), N - 1)]}");
    computation c("c", {i}, in(i - 1) + in(i + 1));
    c.store_in(&out);
    std::vector<std::int32_t> data = {1, 2, 4, 8}, result(6);
    ASSERT_EQ(0, current().compile({&mem, &out})({{data.data(), {4}}, {result.data(), {6}}, 4}));
    EXPECT_EQ((std::vector<std::int32_t>{3, 5, 10, 12, 16, 16}), result);
}

TEST(OlderConstructs, WhatIsWrittenHasOneFormula) {
    init("clamped_store");
    const var i("i", 0, 6);
    buffer out("out", {6}, p_int32, a_output);
    computation c("c", {i}, i * 2);
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { c.set_access("{c[i]->out[min(i, 3)]}"); },
        {"different formulas in different parts of the domain; it has to be one formula"}));
}

TEST(OlderConstructs, ANameKeepsItsFirstType) {
    init("types_of_names");
    const var first(p_uint16, "i"), second(p_int64, "j");
    EXPECT_EQ(p_uint16, var("i").get_data_type());
    EXPECT_EQ(p_int32, var("j").get_data_type()) << "int32 and int64 are one";
    init("another");
    EXPECT_EQ(p_int32, var("i").get_data_type());
    {
        const function_scope inner("inner");
        const var own(p_uint8, "k");
    }
    EXPECT_EQ(p_int32, var("k").get_data_type());
}

TEST(OlderConstructs, BoundsTellTheConstantsThatTheyAre) {
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

TEST(OlderConstructs, FactorsOfASkewMayHaveACommonOne) {
    init("skews");
    const var i("i", 0, 4), j("j", 0, 5), p("p"), q("q");
    buffer out("out", {4, 5}, p_int32, a_output);
    computation a("a", {i, j}, i * 10 + j), b("b", {i, j}, i * 10 + j);
    a.store_in(&out);
    a.skew(i, j, 3, 3, p, q);
    b.skew(i, j, 1, 1, p, q);
    EXPECT_TRUE(a.part()->nest.map.range().is_equal(b.part()->nest.map.range()));
    EXPECT_THROW(a.skew(p, q, 0, 0, i, j), user_error);
}

TEST(OlderConstructs, CodeThatWasGeneratedIsPrintedAfterwards) {
    init("printed");
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output);
    computation a("a", {i}, i * 10);
    a.store_in(&out);
    const temporary_folder folder;
    codegen({&out}, folder / "printed.o");
    std::ostringstream text;
    current().dump_halide_stmt(text);
    EXPECT_NE(std::string::npos, text.str().find("out"));
}

TEST(OlderConstructs, ALoopOfUnknownLengthIsTaggedInVain) {
    init("unknown_length");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    buffer out("out", {n}, p_int32, a_output);
    computation a("a", {i}, i * 10);
    a.store_in(&out);
    a.tag_unroll_level(0);
    ASSERT_EQ(1U, current().notes().size());
    EXPECT_NE(std::string::npos,
              current().notes()[0].find("the number of iterations is not known while compiling, so "
                                        "the loop is not unrolled; split it by the number to "
                                        "unroll"));
    EXPECT_THROW(a.unroll(i), user_error) << "who names the loop wants it";
    std::vector<std::int32_t> result(3);
    ASSERT_EQ(0, current().compile({&out})({{result.data(), {3}}, 3}));
    EXPECT_EQ((std::vector<std::int32_t>{0, 10, 20}), result);
}

TEST(OlderConstructs, AnAllocationIsAPlaceInTheOrder) {
    init("allocation");
    function f = current();
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output), t("t", {4}, p_int32, a_temporary);
    t.set_auto_allocate(false);
    computation allocation("{allocation[-1]}", expr(o_allocate, "t"), true, p_none, &f);
    computation a("a", {i}, i * 2), b("b", {i}, a(i) + 1);
    a.store_in(&t);
    b.store_in(&out);
    allocation.then(a, computation::root).then(b, i);
    EXPECT_EQ((std::vector<std::int32_t>{1, 3, 5, 7}), run(out, {4}));
    EXPECT_TRUE(throws<user_error>(
        [&] { computation("{other[0]}", expr(o_allocate, "u"), true, p_none, &f); },
        {"computation \"other\": allocates buffer \"u\", but function \"allocation\" has no buffer "
         "of "
         "that name; declare the buffer first"}));
    EXPECT_THROW(expr(o_allocate, "t") + 1, user_error) << "it is no value";
}

} // namespace
} // namespace tiramisu::testing
