// Derivatives that there are not, or not yet.

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/gradient.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

/// Inputs of a function.
struct gradient_errors : ::testing::Test {
    gradient_errors() : implicit((init("f"), 0)), x("x", {i}, p_float32), z("z", {i}, p_float32) {}

    int implicit;
    var i = var("i", 0, 8), j = var("j", 1, 8), k = var("k", 0, 3);
    input x, z;

    static function f() { return *global::get_implicit_function(); }

    /// gradient(f, of, by) throws an error with these texts, with this place, and changes nothing.
    template <typename Error = user_error>
    void refused(const computation &of, const std::vector<computation *> &by,
                 const std::vector<std::string> &parts) const {
        function made = f();
        const std::string before = made.algorithm_text() + made.schedule_text();
        EXPECT_TRUE(throws<Error>([&] { gradient(made, of, by); }, parts));
        EXPECT_TRUE(throws<Error>([&] { gradient(made, of, by); }, {"gradient_test.cpp"}));
        EXPECT_EQ(before, made.algorithm_text() + made.schedule_text());
    }
};

TEST_F(gradient_errors, AnInputDependsOnNothing) {
    refused(x, {&x}, {"computation \"x\": gradient(f, x, {x}): is an input", "give a computation"});
}

TEST_F(gradient_errors, NothingToTakeItBy) {
    const computation y("y", {i}, x(i) * 2.0f);
    refused(y, {}, {"names nothing to take the derivative by", "{&x}"});
}

TEST_F(gradient_errors, TheSameInputTwice) {
    const computation y("y", {i}, x(i) * 2.0f);
    refused(y, {&x, &x}, {"names \"x\" twice"});
}

TEST_F(gradient_errors, WhatIsComputedIsNoInput) {
    computation y("y", {i}, x(i) * 2.0f);
    const computation last("last", {i}, y(i) * y(i));
    refused(last, {&y}, {"\"y\" is computed", "gradient(...).by(y)"});
}

TEST_F(gradient_errors, IntegersHaveNoDerivative) {
    input n("n", {i}, p_int32);
    const computation rounded("rounded", {i}, cast(p_int32, x(i)));
    const computation y("y", {i}, x(i) + cast(p_float32, n(i)));
    refused(rounded, {&x}, {"\"rounded\" is of type int32", "only floats"});
    refused(y, {&n}, {"\"n\" is of type int32", "only floats"});
}

TEST_F(gradient_errors, TheFunctionOfAnotherComputation) {
    const computation y("y", {i}, x(i) * 2.0f);
    init("other");
    refused(y, {&x}, {"\"y\" belongs to function \"f\""});
}

TEST_F(gradient_errors, WhatDoesNotDependOnIt) {
    const computation y("y", {i}, x(i) * floor(z(i)));
    refused(y, {&x, &z}, {"\"y\" does not depend on \"z\"", "floor and casts", "leave it out"});
}

TEST_F(gradient_errors, CommandsComeAfterIt) {
    computation y("y", {i}, x(i) * 2.0f);
    y.parallelize(i);
    refused(
        y, {&x},
        {"has a schedule already", "begins with y.parallelize(i);", "before the first command"});
}

TEST_F(gradient_errors, AnIndexThatIsNotAffine) {
    const input at("at", {i}, p_int32);
    const computation y("y", {i}, x(at(i)) * 2.0f);
    refused<unsupported_error>(y, {&x}, {"computation \"y\" reads x(at(i))", "not affine"});
    computation sum("sum", {i}, 0.0f);
    sum(at(i)) += x(i);
    refused<unsupported_error>(sum, {&x}, {"(update 1) writes sum(at(i))", "not affine"});
}

TEST_F(gradient_errors, LoopsWhoseBoundsAreData) {
    const input start("start", {i}, p_int32);
    const var e("e", start(i), start(i + 1));
    computation sum("sum", {i}, 0.0f);
    sum(i) += x(e);
    refused<unsupported_error>(sum, {&x}, {"(update 1) has loops whose bounds are known only"});
}

TEST_F(gradient_errors, WhatHasNoExpressionYet) {
    computation later("later", {i}, p_float32);
    const computation y("y", {i}, later(i) * x(i));
    refused(later, {&x}, {"\"later\" has no expression yet", "set_expression()"});
    refused(y, {&later}, {"\"later\" has no expression yet"});
}

TEST_F(gradient_errors, AReadOfWhatIsNotThere) {
    const computation y("y", {i}, x(i) * expr(o_access, "nobody", {i}, p_float32));
    refused<unsupported_error>(y, {&x},
                               {"reads nobody(i), but there is no computation \"nobody\""});
}

TEST_F(gradient_errors, ComputationsThatTakeTurns) {
    const var t("t", 1, 5), s("s", 0, 5);
    computation u("u", {s, i}, x(i)), v("v", {s, i}, x(i));
    u(t, i) = v(t - 1, i) * 0.5f;
    v(t, i) = u(t, i) * v(t - 1, i);
    refused<unsupported_error>(v, {&x}, {"(update 1) reads v(t - 1, i), which", "take turns"});
}

TEST_F(gradient_errors, AnExpressionWhoseDerivativeIsTooLong) {
    expr power = x(i);
    for (int factor = 0; factor < 400; ++factor) {
        power = power * x(i);
    }
    const computation y("y", {i}, power);
    refused<unsupported_error>(y, {&x},
                               {"a derivative is no expression of the language", "at most 100000",
                                "computation of its own"});
}

TEST_F(gradient_errors, AFunctionOfC) {
    const computation y("y", {i}, call("f", {x(i)}, p_float32));
    refused<unsupported_error>(y, {&x}, {"calls a C function, whose derivative is not known"});
}

TEST_F(gradient_errors, AnInputOfUnknownSize) {
    const var n("n");
    input open("open", {n}, p_float32);
    const computation y("y", {i}, open(i) * 2.0f);
    refused(y, {&open}, {"the size of input \"open\" is not known", "bounds"});
}

TEST_F(gradient_errors, AReadBesideTheElements) {
    const computation y("y", {i}, x(i + 1));
    refused<unsupported_error>(y, {&x},
                               {"reads x(i + 1), which lies outside of \"x\"", "select()"});
}

TEST_F(gradient_errors, AValueThatIsOverwritten) {
    computation y("y", {i}, x(i));
    y(i) = y(i) * y(i);
    refused<unsupported_error>(
        y, {&x}, {"(update 1) reads y(i), which it overwrites", "different elements"});
}

TEST_F(gradient_errors, AValueThatALaterUpdateOverwrites) {
    computation y("y", {i}, x(i));
    y(j) += y(j - 1) * x(j);
    y(0) = z(k);
    refused<unsupported_error>(
        y, {&x}, {"(update 1) reads y(j - 1), which computation \"y\" (update 2) overwrites"});
}

TEST_F(gradient_errors, AValueThatIsNotCompleteYet) {
    computation y("y", {i}, x(i));
    const computation last("last", {i}, y(i) * y(i));
    y(i) += z(k);
    refused<unsupported_error>(last, {&x},
                               {"computation \"last\" reads y(i), which computation \"y\" "
                                "(update 1) changes afterwards"});
}

TEST_F(gradient_errors, AnInputWhoseMemoryIsOverwritten) {
    buffer memory("memory", {8}, p_float32, a_output);
    computation y("y", {i}, x(i) * x(i));
    x.store_in(&memory);
    y.store_in(&memory);
    refused<unsupported_error>(y, {&x},
                               {"reads x(i), whose memory, buffer \"memory\", "
                                "computation \"y\" overwrites"});
}

TEST_F(gradient_errors, AnInputThatIsAnotherNameOfWhatIsComputed) {
    buffer memory("memory", {8}, p_float32, a_output);
    computation y("y", {i}, x(i) * x(i));
    input seen("seen", {i}, p_float32);
    const computation last("last", {i}, seen(i) * x(i));
    y.store_in(&memory);
    seen.store_in(&memory);
    refused<unsupported_error>(last, {&x},
                               {"computation \"last\" reads seen(i), an input, from the "
                                "memory of \"y\"; read \"y\" by its own name"});
}

TEST_F(gradient_errors, AStepThatReadsBesideTheElements) {
    computation y("y", {i}, x(i));
    y(i) = y(i - 1) * x(i);
    refused<unsupported_error>(y, {&x}, {"reads y(i - 1), which lies outside of \"y\""});
}

TEST_F(gradient_errors, UpdatesOfDifferentOperations) {
    computation y("y", {i}, x(i));
    y(i) += z(k);
    y(i) *= z(k);
    refused<unsupported_error>(
        y, {&x}, {"(update 1) accumulates by + what a later update accumulates by *"});
}

TEST_F(gradient_errors, AMaximumOfRoundedValues) {
    computation y("y", {i}, -1.0f);
    y(i).max_with(x(i) * z(k));
    refused<unsupported_error>(
        y, {&x}, {"largest of x(i) * z(k), which is rounded", "make it a computation of its own"});
}

TEST_F(gradient_errors, APredicateOfAnUpdateThatSets) {
    computation y("y", {i}, x(i));
    y(i) = z(i);
    y.add_predicate(z(i) > 0.0f);
    refused<unsupported_error>(y, {&x}, {"sets y(i) only where a predicate holds", "select("});
}

TEST_F(gradient_errors, ElementsMadeOfLaterOnes) {
    computation y("y", {i}, x(i));
    y(7 - j) = y(8 - j) * x(j);
    refused<unsupported_error>(y, {&x}, {"reads y(8 - j), an element that comes after"});
}

TEST_F(gradient_errors, AdjointsThatThereAreNot) {
    const computation y("y", {}, x(0) * x(1)), other("other", {i}, z(i));
    function made = f();
    const adjoints all = gradient(made, y, {&x});
    EXPECT_TRUE(throws<user_error>([&] { all.seed(); }, {"seed()", "whose seed is 1"}));
    EXPECT_TRUE(throws<user_error>([&] { all.by(other); },
                                   {"computation \"other\": by(other)", "those that do: x, y"}));
}

TEST_F(gradient_errors, AnInputThatIsNull) {
    const computation y("y", {i}, x(i) * 2.0f);
    refused(y, {nullptr}, {"computation \"y\": gradient: one of the inputs is null"});
}

} // namespace
} // namespace tiramisu::oracle
