#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

class StorageBounds : public ::testing::Test, protected in_function {
protected:
    StorageBounds() : in_function("bounds") {}

    static std::vector<core::program_check> checks() {
        return analysis_of_current().resolved.checks;
    }
};

TEST_F(StorageBounds, WhatFitsNeedsNoCheck) {
    buffer out("out", {8}, p_int32, a_output);
    computation c("c", {var("i", 0, 8)}, expr(1));
    c.store_in(&out);
    EXPECT_TRUE(checks().empty());
}

TEST_F(StorageBounds, KnownSizesAreRefusedWithAnElement) {
    buffer t("t", {8}, p_int32, a_temporary);
    computation c("c", {var("i", 0, 9)}, expr(1));
    c.store_in(&t);
    EXPECT_TRUE(throws<user_error>(
        [] { checks(); }, {"computation \"c\"", "outside buffer \"t\"", "{8}", "element [8]"}));
}

TEST_F(StorageBounds, ArgumentsEndWhereTheCallerSays) {
    buffer out("out", {1, 8}, p_int32, a_output);
    const var i("i", 0, 9), j("j", 0, 8);
    computation c("c", {i, j}, expr(1));
    c.store_in(&out);
    EXPECT_TRUE(checks().empty());
    c.store_in(&out, {j, i});
    EXPECT_TRUE(throws<user_error>([] { checks(); }, {"outside buffer \"out\"", "{1, 8}"}));
}

TEST_F(StorageBounds, SizesOfParametersAreCheckedAtTheCall) {
    const constant n("n", p_int32), m("m", p_int32);
    buffer out("out", {4, m}, p_int32, a_output);
    const var i("i", 0, n);
    computation c("c", {i}, expr(1));
    c.store_in(&out, {0, i});
    const std::vector<core::program_check> found = checks();
    ASSERT_EQ(1u, found.size());
    EXPECT_NE(std::string::npos, found[0].text.find("outside buffer \"out\""));
    const std::string condition = found[0].condition.to_str();
    EXPECT_NE(std::string::npos, condition.find('n')) << condition;
    EXPECT_NE(std::string::npos, condition.find('m')) << condition;
}

TEST_F(StorageBounds, ContextConstraintsCanMakeThemNeedless) {
    const constant n("n", p_int32), m("m", p_int32);
    buffer out("out", {4, m}, p_int32, a_output);
    const var i("i", 0, n);
    computation c("c", {i}, expr(1));
    c.store_in(&out, {0, i});
    current().add_context_constraints("[n, m] -> { : n <= m }");
    EXPECT_TRUE(checks().empty());
}

TEST_F(StorageBounds, NegativeElementsAreOutside) {
    buffer out("out", {8}, p_int32, a_output);
    const var i("i", 0, 8);
    computation c("c", {i}, expr(1));
    c.store_in(&out, {i - 1});
    EXPECT_TRUE(throws<user_error>([] { checks(); }, {"element [-1]"}));
}

TEST_F(StorageBounds, ReadsOutsideOfTemporariesAreRefusedWithAnInstance) {
    buffer mem("mem", {8}, p_int32, a_temporary), out("out", {8}, p_int32, a_output);
    const var i("i", 0, 8), j("j", 0, 4);
    computation t("t", {i}, expr(1)), c("c", {j}, t(j + 5));
    t.store_in(&mem);
    c.store_in(&out);
    EXPECT_TRUE(throws<user_error>([] { checks(); },
                                   {"computation \"c\"", "reads \"t\" outside buffer \"mem\"",
                                    "{8}", "c(3) reads element [8]", "from 0 to below the size",
                                    "make the buffer larger", "select()"}));
    c.set_expression(t(j - 1));
    EXPECT_TRUE(throws<user_error>([] { checks(); }, {"c(0) reads element [-1]"}));
    c.set_expression(t(j + 4));
    EXPECT_TRUE(checks().empty());
}

TEST_F(StorageBounds, ReadsThatMayNotHappenAreNotRefused) {
    buffer mem("mem", {8}, p_int32, a_temporary), at_mem("at_mem", {4}, p_int32, a_input),
        out("out", {4}, p_int32, a_output), more("more", {4}, p_int32, a_output);
    const var i("i", 0, 8), j("j", 0, 4);
    input at("at", {j}, p_int32);
    at.store_in(&at_mem);
    computation t("t", {i}, expr(1));
    t.store_in(&mem);
    computation c("c", {j}, expr(o_select, j < 3, t(j + 5), expr(0)) + t(at(j)));
    c.store_in(&out);
    computation d("d", {j}, t(j + 5));
    d.add_predicate(at(j) > 0);
    d.store_in(&more);
    EXPECT_TRUE(checks().empty());
}

TEST_F(StorageBounds, ReadsInsideOfWhatIsLargerThanItsDomainAreFine) {
    buffer padded("padded", {10}, p_int32, a_temporary), out("out", {8}, p_int32, a_output);
    const var i("i", 0, 8);
    computation t("t", {i}, expr(1)), c("c", {i}, t(i - 1) + t(i + 1));
    t.store_in(&padded, {i + 1});
    c.store_in(&out);
    EXPECT_TRUE(checks().empty());
}

TEST_F(StorageBounds, ReadsOfSizesThatAreParametersAreCheckedAtTheCall) {
    const constant n("n", p_int32);
    buffer mem("mem", {8}, p_int32, a_temporary), out("out", {64}, p_int32, a_output);
    const var i("i", 0, 8), j("j", 0, n);
    computation t("t", {i}, expr(1)), c("c", {j}, t(j));
    t.store_in(&mem);
    c.store_in(&out);
    const std::vector<core::program_check> found = checks();
    ASSERT_EQ(1u, found.size());
    EXPECT_NE(std::string::npos, found[0].text.find("reads \"t\" outside buffer \"mem\""));
}

/// c(i) reads an argument of 4 rows of 8 at (i + row, column).
class ArgumentBounds : public StorageBounds {
protected:
    std::vector<core::program_check> checks_of(const expr &row, const expr &column) {
        c.set_expression(a(i + row, column));
        return checks();
    }

    const constant n{"n", p_int32};
    const var i{"i", 0, 4}, j{"j", 0, 8};
    buffer a_memory{"a_memory", {4, 8}, p_int32, a_input}, out{"out", {4}, p_int32, a_output};
    input a{"a", {i, j}, p_int32};
    computation c{"c", {i}, p_int32};

    ArgumentBounds() {
        a.store_in(&a_memory);
        c.store_in(&out);
    }
};

TEST_F(ArgumentBounds, WhatIsReadBeforeTheFirstElementInEveryCallIsRefused) {
    for (const auto &[row, column] : {std::pair(0, -1), {-1, 7}, {-2, -3}}) {
        const std::string element =
            "c(0) reads element [" + std::to_string(row) + ", " + std::to_string(column) + "]";
        EXPECT_TRUE(
            throws<user_error>([&, row = row, column = column] { checks_of(row, column); },
                               {"storage_bounds_test.cpp:",
                                "computation \"c\": reads \"a\" before the first element of buffer "
                                "\"a_memory\" of size {4, 8}, declared at ",
                                element + ", whatever the arguments are; let the iterators begin "
                                          "later, or guard the read by a "
                                          "predicate or in an arm of select()"}));
    }
}

/// An update in place that begins where its predecessor would be outside.
TEST_F(ArgumentBounds, AScanThatBeginsBeforeItsBufferIsRefused) {
    computation sum("sum", {i}, p_int32);
    sum.set_expression(sum(i - 1) + a(i, 0));
    sum.store_in(&out);
    c.set_expression(sum(i));
    buffer other("other", {4}, p_int32, a_output);
    c.store_in(&other);
    EXPECT_TRUE(throws<user_error>([&] { checks(); },
                                   {"computation \"sum\": reads \"sum\" before the first element",
                                    "sum(0) reads element [-1]"}));
}

TEST_F(ArgumentBounds, WhatIsReadBesideARowLiesInAnother) {
    for (const auto &[row, column] : {std::pair(0, 9), {1, -1}, {-1, 8}, {-2, 40}, {100, 0}}) {
        EXPECT_TRUE(checks_of(row, column).empty()) << row << " " << column;
    }
}

TEST_F(ArgumentBounds, ParametersAreCheckedAtTheCall) {
    const std::vector<core::program_check> found = checks_of(-expr(n), 0);
    ASSERT_EQ(1u, found.size());
    EXPECT_EQ("n <= 0", found[0].condition.to_str());
    EXPECT_NE(std::string::npos, found[0].text.find("reads \"a\" before the first element"));
}

TEST_F(ArgumentBounds, WhatMayNotHappenIsNotRefused) {
    c.set_expression(select(i >= 1, a(i - 1, 0), 0) + select(a(i, 0) > 0, a(i - 1, 0), 0) +
                     a(a(i, 0) - 1, 0));
    EXPECT_TRUE(checks().empty());
    c.set_expression(a(i - 1, 0));
    c.add_predicate(i >= 1);
    EXPECT_TRUE(checks().empty());
}

TEST_F(StorageBounds, WhatPredicatesReadIsInside) {
    buffer mem("mem", {8}, p_int32, a_temporary), out("out", {8}, p_int32, a_output);
    const var i("i", 0, 8);
    computation t("t", {i}, expr(1)), c("c", {i}, expr(2));
    t.store_in(&mem);
    c.store_in(&out);
    c.add_predicate(t(i - 1) > 0);
    EXPECT_TRUE(throws<user_error>([] { checks(); }, {"c(0) reads element [-1]"}));
}

TEST_F(StorageBounds, TemporariesMadeForADomainHoldIt) {
    buffer out("out", {1}, p_int32, a_output);
    const var i("i", -3, 5), j("j", i, 2 * i + 20);
    computation t("t", {i, j}, expr(1)), c("c", {}, t(0, 0));
    c.store_in(&out);
    EXPECT_TRUE(checks().empty());
}

} // namespace
} // namespace tiramisu::testing
