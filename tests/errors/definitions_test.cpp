// Computations, inputs, constants and buffers that cannot be made.

#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

class DefinitionErrors : public ::testing::Test {
protected:
    small_program p;
};

TEST_F(DefinitionErrors, AReadHasAsManyIndicesAsDimensions) {
    EXPECT_TRUE(throws<user_error>([&] { p.C(p.i); },
                                   {"computation \"C\"", "C(i)", "read with 1 indices but has 2"}));
    EXPECT_TRUE(throws<user_error>([&] { p.A(p.i, p.j, 0); }, {"computation \"A\"", "A(i, j, 0)",
                                                               "read with 3 indices but has 2"}));
}

TEST_F(DefinitionErrors, AReadNamesTheLineOfTheProgram) {
    const int line = __LINE__ + 1;
    const auto read = [&] { p.C(p.i); };
    EXPECT_TRUE(throws<user_error>(read, {"definitions_test.cpp:" + std::to_string(line)}));
}

TEST_F(DefinitionErrors, AReadWithoutIndicesNamesTheLineOfTheProgram) {
    const int line = __LINE__ + 1;
    const auto read = [&] { p.C(); };
    EXPECT_TRUE(throws<user_error>(read, {"definitions_test.cpp:" + std::to_string(line)}));
}

TEST_F(DefinitionErrors, AnUpdateHasAValue) {
    EXPECT_TRUE(throws<user_error>([&] { p.C(p.i, p.j) = expr(); },
                                   {"C(i, j) = ...", "the value is undefined"}));
}

TEST_F(DefinitionErrors, IteratorsOfOneNameHaveTheSameBounds) {
    const var k("k", 0, 9), other("k", 0, 5), same("k", 0, 9);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            computation("t", {k, other}, k * 2);
        },
        {"computation \"t\"",
         "two of its iterators are called \"k\", one running from 0 up to 9, "
         "the other from 0 up to 5",
         "give one of them another name"}));
    EXPECT_NO_THROW(computation("diagonal", {k, same}, k * 2));
}

TEST_F(DefinitionErrors, AnIndexIsAnInteger) {
    EXPECT_TRUE(throws<user_error>([&] { p.C(p.i, 1.5); },
                                   {"index 1.5 has type float64", "an index is an integer"}));
}

TEST_F(DefinitionErrors, NamesOfComputationsDiffer) {
    EXPECT_TRUE(throws<user_error>([&] { computation("C", {p.i}, cast(p_int32, p.i)); },
                                   {"computation \"C\"", "function \"small\"", "already has"}));
    EXPECT_NO_THROW(computation("D", {p.i}, cast(p_int32, p.i)));
}

TEST_F(DefinitionErrors, IteratorsAreFewEnough) {
    std::vector<var> iterators;
    for (int i = 0; i < 65; i++) {
        iterators.emplace_back("x" + std::to_string(i), 0, 1);
    }
    EXPECT_TRUE(throws<user_error>(
        [&] { computation("deep", iterators, expr(1)); },
        {"computation \"deep\"", "has 65 iterators, at most 64", "apart by / and %"}));
    EXPECT_EQ(p.function.algorithm_text().find("deep"), std::string::npos);
}

TEST_F(DefinitionErrors, NamesOfBuffersDiffer) {
    EXPECT_TRUE(
        throws<user_error>([&] { buffer("c_mem", {4}, p_int32, a_output); },
                           {"buffer \"c_mem\"", "function \"small\"", "already has a buffer"}));
}

TEST_F(DefinitionErrors, ABufferHasANameThatIsOne) {
    EXPECT_TRUE(throws<user_error>([&] { buffer("c mem", {4}, p_int32, a_output); },
                                   {"buffer \"c mem\"", "letters, digits and _"}));
}

TEST_F(DefinitionErrors, SizesOfBuffersArePositiveIntegers) {
    EXPECT_TRUE(throws<user_error>(
        [&] {
            buffer("b", {4, 2.5}, p_int32, a_output);
        },
        {"buffer \"b\"", "size 2.5 of dimension 1 has type float64", "sizes are integers"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            buffer("b", {4, -3}, p_int32, a_output);
        },
        {"definitions_test.cpp:",
         "buffer \"b\": size -3 of dimension 1 is negative; a size is at least 0"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            Input("in", {4, -4}, p_int32);
        },
        {"definitions_test.cpp:", "the buffer of \"in\": size -4 of dimension 1 is negative"}));
    EXPECT_NO_THROW(buffer("b", {3}, p_int32, a_output));
}

TEST_F(DefinitionErrors, SizesThatAreComputedAreNotNegative) {
    const int line = __LINE__ + 1;
    const buffer b("b", {4, expr(2) - expr(5)}, p_int32, a_temporary);
    EXPECT_TRUE(throws<user_error>(
        [&] { p.function.compile(p.arguments()); },
        {"definitions_test.cpp:" + std::to_string(line) +
         ": buffer \"b\": size 2 - 5 of dimension 1 is negative; a size is at least 0"}));
}

TEST_F(DefinitionErrors, AnIteratorHasBounds) {
    EXPECT_TRUE(
        throws<user_error>([&] { computation("D", {var("x")}, expr(1)); },
                           {"computation \"D\"", "iterator \"x\" has no bounds", "var x(\"x\""}));
    EXPECT_NO_THROW(computation("D", {p.i}, expr(1)));
}

TEST_F(DefinitionErrors, APredicateOfADomainIsAffine) {
    EXPECT_TRUE(throws<user_error>([&] { computation("D", {p.i}, p.A(p.i, 0) > 0, expr(1)); },
                                   {"computation \"D\"", "is not affine", "add_predicate()"}));
}

TEST_F(DefinitionErrors, AnAffinePredicateIsTaken) {
    EXPECT_NO_THROW(computation("D", {p.i, p.j}, p.i + p.j < 6, expr(1)));
}

TEST_F(DefinitionErrors, AnAddedPredicateIsABoolean) {
    EXPECT_TRUE(throws<user_error>([&] { p.C.add_predicate(p.A(p.i, 0)); },
                                   {"computation \"C\"", "add_predicate", "type int32", "!= 0"}));
}

TEST_F(DefinitionErrors, AnUpdateHasTheTypeOfItsComputation) {
    EXPECT_TRUE(throws<user_error>(
        [&] { p.C(p.i, p.j) = cast(p_float32, p.i); },
        {"computation \"C\"", "has type int32", "has type float32", "cast(p_int32"}));
    EXPECT_NO_THROW(p.C(p.i, p.j) = cast(p_int32, p.i));
}

TEST_F(DefinitionErrors, AnUpdateThatIsNotThereIsRefused) {
    EXPECT_TRUE(
        throws<user_error>([&] { p.C.update(0); }, {"computation \"C\"", "update(0)", "has 0"}));
    p.C(p.i, p.j) += 1;
    EXPECT_TRUE(throws<user_error>([&] { p.C.update(1); }, {"update(1)", "has 1, counted from 0"}));
    EXPECT_NO_THROW(p.C.update(0));
}

TEST_F(DefinitionErrors, ADeclaredTypeIsKept) {
    computation D("D", {p.i}, p_int32);
    EXPECT_TRUE(throws<user_error>([&] { D.set_expression(cast(p_float64, p.i)); },
                                   {"computation \"D\"", "has type int32", "has type float64"}));
    EXPECT_TRUE(throws<user_error>([&] { D.set_expression(expr()); },
                                   {"computation \"D\"", "expression is undefined"}));
    EXPECT_NO_THROW(D.set_expression(cast(p_int32, p.i)));
}

TEST_F(DefinitionErrors, ASetThatIsNotOneIsRestatedWithItsPlace) {
    EXPECT_TRUE(throws<user_error>(
        [&] { computation("{D[x]: 0<=x<}", expr(1), true, p_int32, &p.function); },
        {"function \"small\"", "isl's notation", "syntax error at character 13", "{D[x]: 0<=x<}"}));
}

TEST_F(DefinitionErrors, ATextDeclaresItsParameters) {
    EXPECT_TRUE(throws<user_error>(
        [&] {
            computation("[N] -> { D[i, j] : 0 <= i < N and 0 <= j <= M }", expr(1), true, p_int32,
                        &p.function);
        },
        {"function \"small\"",
         "is not a set in isl's notation: \"M\" is neither an iterator nor a parameter",
         "as in [M] -> { ... }"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            computation("{ D[i] : exists (k : i = 2k) and 0 <= i < }", expr(1), true, p_int32,
                        &p.function);
        },
        {"syntax error at character"}));
}

TEST_F(DefinitionErrors, ASetHasAName) {
    EXPECT_TRUE(throws<user_error>(
        [&] { computation("{[x]: 0<=x<4}", expr(1), true, p_int32, &p.function); },
        {"the set has no name"}));
}

TEST_F(DefinitionErrors, ParametersOfASetAreConstants) {
    const computation late("[N]->{D[x]: 0<=x<N}", expr(1), true, p_int32, &p.function);
    EXPECT_TRUE(throws<user_error>(
        [&] { p.function.check_legality_of_function(); },
        {"parameter \"N\" is not a constant of function \"small\"", "constant N(\"N\""}));
    const constant N("N", p_int32);
    EXPECT_NO_THROW(p.function.check_legality_of_function()) << "in time before code is generated";
}

TEST_F(DefinitionErrors, NamesOfConstantsDiffer) {
    const constant n("n", p_int32);
    EXPECT_TRUE(throws<user_error>([&] { constant("n", p_int32); }, {"constant \"n\"", "already"}));
}

TEST_F(DefinitionErrors, IteratorsAndRunTimeConstantsHaveDifferentNames) {
    const constant rows("rows", p_int32);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            const var i("rows", 0, 4);
            computation("D", {i}, i * 2);
        },
        {"computation \"D\"", "iterator \"rows\" has the name of a constant", "rename"}));
    EXPECT_TRUE(throws<user_error>([&] { constant("j", p_int32); },
                                   {"constant \"j\"", "computation \"A\" has an iterator"}));
    EXPECT_NO_THROW(constant("j", 4));
}

TEST_F(DefinitionErrors, BuffersAndRunTimeConstantsHaveDifferentNames) {
    const constant rows("rows", p_int32);
    EXPECT_TRUE(throws<user_error>([&] { buffer("rows", {4}, p_int32, a_output); },
                                   {"buffer \"rows\"", "has a constant of that name"}));
    EXPECT_TRUE(throws<user_error>([&] { constant("c_mem", p_int32); },
                                   {"constant \"c_mem\"", "has a buffer of that name"}));
}

TEST_F(DefinitionErrors, NamesInExpressionsAreKnown) {
    init("names");
    const var i("i", 0, 4), k("k", 0, 4);
    computation c("c", {i}, i + 1);
    buffer mem("mem", {4}, p_int32, a_output);
    c.store_in(&mem, {k});
    const std::vector<std::string> unknown = {"computation \"c\"", "names \"k\"",
                                              "no iterator of it and no constant"};
    const auto generate = [] { global::get_implicit_function()->loops_text(); };
    EXPECT_TRUE(throws<user_error>(generate, unknown));
    c.store_in(&mem).set_expression(i + k);
    EXPECT_TRUE(throws<user_error>(generate, unknown));
    c.set_expression(i * 2).add_predicate(k > 1);
    EXPECT_TRUE(throws<user_error>(generate, unknown));
}

TEST_F(DefinitionErrors, ConstantsAndSizesNameConstants) {
    init("names");
    const var i("i", 0, 4);
    const computation c("c", {i}, i + 1);
    const auto generate = [] { global::get_implicit_function()->loops_text(); };
    const buffer mem("mem", {expr(i)}, p_int32, a_temporary);
    EXPECT_TRUE(throws<user_error>(generate, {"buffer \"mem\"", "names \"i\"", "no constant"}));
    init("other_names");
    const computation d("d", {i}, i + 1);
    const constant twice("twice", i * 2);
    EXPECT_TRUE(throws<user_error>(generate, {"constant \"twice\"", "names \"i\"", "no constant"}));
}

TEST_F(DefinitionErrors, ConstraintsOnParametersAreInIslsNotation) {
    EXPECT_TRUE(throws<user_error>([&] { p.function.add_context_constraints("[n]->{: n >= }"); },
                                   {"function \"small\"", "isl's notation"}));
}

TEST_F(DefinitionErrors, ThePartsOfAComputationAreTheirOwn) {
    p.C(p.i, p.j) += p.A(p.i, p.k);
    EXPECT_EQ(p.C.get_loop_names(), (std::vector<std::string>{"i", "j", "k"}));
    EXPECT_EQ(p.C.init().get_loop_names(), (std::vector<std::string>{"i", "j"}));
    p.C.init().split(p.i, 4, "i0", "i1");
    EXPECT_EQ(p.C.get_loop_names(), (std::vector<std::string>{"i", "j", "k"}));
    EXPECT_EQ(p.C.init().get_loop_names(), (std::vector<std::string>{"i0", "i1", "j"}));
}

TEST_F(DefinitionErrors, AnExpressionReadsWhatItsOwnFunctionHas) {
    init("other");
    const var i("i", 0, 4);
    computation C("C", {i}, cast(p_int32, i)), D("D", {i}, C(i) + 1);
    const std::vector<std::string> parts = {
        "definitions_test.cpp", "reads \"C\", which belongs to function \"small\"",
        "part of function \"other\"", "an expression reads what its own function has"};
    const expr foreign = p.C(i, i) * 2;
    EXPECT_TRUE(throws<user_error>([&] { computation("E", {i}, foreign); }, parts));
    EXPECT_TRUE(throws<user_error>([&] { D.set_expression(foreign); }, parts));
    EXPECT_TRUE(throws<user_error>([&] { D(i) = foreign; }, parts));
    EXPECT_TRUE(throws<user_error>([&] { D(i) += foreign; }, parts));
    EXPECT_NO_THROW(computation("E", {i}, C(i) * 2));
    EXPECT_NO_THROW(computation("F", {i}, expr(o_access, "C", {i}, p_int32)));
}

TEST_F(DefinitionErrors, NoConstantHasTheNameOfWhatGeneratedCodeHandsOn) {
    EXPECT_TRUE(throws<user_error>([&] { constant("__user_context", p_int32); },
                                   {"constant \"__user_context\"", "take another name"}));
}

TEST_F(DefinitionErrors, TextsOpenFewParenthesesAtOnce) {
    const std::string open(200000, '('), closed(200000, ')');
    EXPECT_TRUE(throws<user_error>(
        [&] { p.function.add_context_constraints("[N] -> { : " + open + "N > 0" + closed + " }"); },
        {"more than 1000 parentheses are open inside of one another"}));
    EXPECT_TRUE(throws<user_error>(
        [&] { p.C.set_access("{ C[i, j] -> c_mem[" + open + "i" + closed + ", j] }"); },
        {"more than 1000 parentheses"}));
}

TEST_F(DefinitionErrors, NumbersThatAreNoEnumerators) {
    EXPECT_TRUE(throws<user_error>([] { expr(static_cast<op_t>(63), expr(1), expr(2)); },
                                   {"operation number 63", "is no operation on values"}));
    const auto type = static_cast<primitive_t>(15);
    const var i("i", 0, 8);
    EXPECT_TRUE(throws<user_error>([&] { cast(type, i); },
                                   {"cast", "number 15 is no type; types are p_boolean, p_uint8"}));
    EXPECT_TRUE(throws<user_error>([&] { value_cast(type, 3); }, {"number 15 is no type"}));
    EXPECT_TRUE(throws<user_error>([&] { value_cast(type, 0.5); }, {"number 15 is no type"}));
    EXPECT_TRUE(throws<user_error>([&] { buffer("b", {8}, type, a_output); },
                                   {"buffer \"b\"", "number 15 is no type"}));
    EXPECT_TRUE(throws<user_error>([&] { buffer("b", {8}, p_int32, static_cast<argument_t>(3)); },
                                   {"buffer \"b\"", "number 3 is none of a_input, a_output"}));
    EXPECT_TRUE(throws<user_error>([&] { computation("c", {i}, type); },
                                   {"computation \"c\"", "number 15 is no type"}));
    EXPECT_TRUE(throws<user_error>([&] { input("x", {i}, type); }, {"number 15 is no type"}));
    EXPECT_TRUE(throws<user_error>([&] { constant("n", type); },
                                   {"constant \"n\"", "number 15 is no type"}));
    EXPECT_TRUE(throws<user_error>([&] { p.function.set_legality(static_cast<legality>(9)); },
                                   {"function \"small\": set_legality(9)",
                                    "none of legality::refuse, legality::warn and legality::off"}));
}

} // namespace
} // namespace tiramisu::oracle
