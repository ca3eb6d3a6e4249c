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

TEST_F(StorageBounds, TemporariesMadeForADomainHoldIt) {
    buffer out("out", {1}, p_int32, a_output);
    const var i("i", -3, 5), j("j", i, 2 * i + 20);
    computation t("t", {i, j}, expr(1)), c("c", {}, t(0, 0));
    c.store_in(&out);
    EXPECT_TRUE(checks().empty());
}

} // namespace
} // namespace tiramisu::testing
