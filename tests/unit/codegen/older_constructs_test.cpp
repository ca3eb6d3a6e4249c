// What older programs write, construct by construct: each is compiled, run, and gives the right
// result.

#include <cmath>
#include <sstream>

#include "unit/codegen/nest.h"
#include "unit/codegen/older_programs.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

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

TEST(OlderConstructs, FactorsOfASkewMayHaveACommonOne) {
    init("skews");
    const var i("i", 0, 4), j("j", 0, 5), p("p"), q("q");
    buffer out("out", {4, 5}, p_int32, a_output);
    computation a("a", {i, j}, i * 10 + j), b("b", {i, j}, i * 10 + j);
    a.store_in(&out);
    a.skew(i, j, 3, 3, p, q);
    b.skew(i, j, 1, 1, p, q);
    EXPECT_TRUE(
        a.part()->nest.map.divided().range().is_equal(b.part()->nest.map.divided().range()));
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

} // namespace
} // namespace tiramisu::testing
