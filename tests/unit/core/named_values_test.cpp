#include <gtest/gtest.h>

#include "core/meaning/named_values.h"
#include "core/program/resolve.h"
#include "support/functions.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

/// Two values and a reader of the first; the test says where they lie and when they run.
class NamedValues : public ::testing::Test, protected in_function {
protected:
    NamedValues() : in_function("named_values") {}

    static std::vector<core::lost_value> lost(const std::vector<std::string> &order) {
        core::function_state &function = *current().state();
        const core::program resolved = core::resolve(function, core::guess_arguments(function), {});
        poly::timestamps times;
        for (const std::string &text : order) {
            const isl::map map(function.ctx, text);
            const std::string name = poly::domain_name(map);
            times[name] =
                map.intersect_domain(core::executed_domain(*function.find_definition(name)));
        }
        const std::vector<poly::memory_access> accesses =
            core::memory_accesses(function.executed(), resolved);
        return core::lost_values(function, core::named_reads(function, accesses), accesses, times);
    }
    const var i = var("i", 0, 8), k = var("k", 0, 3);
    buffer shared = buffer("shared", {8}, p_int32, a_temporary),
           out = buffer("out", {8}, p_int32, a_output);
};

TEST_F(NamedValues, AReadAfterItsWriteFindsItsValue) {
    computation a("a", {i}, expr(1)), r("r", {i}, a(i) + 1);
    a.store_in(&shared);
    r.store_in(&out);
    EXPECT_TRUE(lost({"{ a[i] -> [0, i] }", "{ r[i] -> [1, i] }"}).empty());
}

TEST_F(NamedValues, AReadBeforeItsWriteIsLost) {
    computation a("a", {i}, expr(1)), r("r", {i}, a(i) + 1);
    a.store_in(&shared);
    r.store_in(&out);
    const auto found = lost({"{ a[i] -> [1, i] }", "{ r[i] -> [0, i] }"});
    ASSERT_EQ(1u, found.size());
    EXPECT_EQ("r", found[0].reader->name);
    EXPECT_EQ("a", found[0].named->name);
    EXPECT_EQ(nullptr, found[0].overwriter);
    EXPECT_TRUE(is_map(found[0].instances, "{ r[i] -> a[i] : 0 <= i < 8 }"));
}

TEST_F(NamedValues, AnotherWriteInBetweenLosesIt) {
    computation a("a", {i}, expr(1)), b("b", {i}, expr(2)), r("r", {i}, a(i) + 1);
    a.store_in(&shared);
    b.store_in(&shared);
    r.store_in(&out);
    const auto found = lost({"{ a[i] -> [0, i] }", "{ b[i] -> [1, i] }", "{ r[i] -> [2, i] }"});
    ASSERT_EQ(1u, found.size());
    ASSERT_NE(nullptr, found[0].overwriter);
    EXPECT_EQ("b", found[0].overwriter->name);
    EXPECT_TRUE(is_map(found[0].instances, "{ r[i] -> b[i] : 0 <= i < 8 }"));
    EXPECT_TRUE(lost({"{ a[i] -> [0, i] }", "{ b[i] -> [2, i] }", "{ r[i] -> [1, i] }"}).empty());
}

TEST_F(NamedValues, AScalarThatIsReusedIsLostUnlessItsReaderRunsInTurn) {
    buffer one("one", {1}, p_int32, a_temporary);
    computation a("a", {i}, cast(p_int32, i)), r("r", {i}, a(i) + 1);
    a.store_in(&one, {expr(0)});
    r.store_in(&out);
    EXPECT_FALSE(lost({"{ a[i] -> [0, i, 0] }", "{ r[i] -> [1, i, 0] }"}).empty());
    EXPECT_TRUE(lost({"{ a[i] -> [0, i, 0] }", "{ r[i] -> [0, i, 1] }"}).empty());
}

TEST_F(NamedValues, AReaderSeesTheUpdatesDeclaredBeforeIt) {
    computation a("a", {i}, expr(0));
    a(i) += k;
    computation r("r", {i}, a(i) + 1);
    a.store_in(&shared);
    r.store_in(&out);
    EXPECT_TRUE(lost({"{ a[i] -> [0, i, 0] }", "{ a_update_1[i, k] -> [1, i, k] }",
                      "{ r[i] -> [2, i, 0] }"})
                    .empty());
    const auto found = lost(
        {"{ a[i] -> [0, i, 0] }", "{ a_update_1[i, k] -> [2, i, k] }", "{ r[i] -> [1, i, 0] }"});
    ASSERT_EQ(1u, found.size());
    EXPECT_EQ(nullptr, found[0].overwriter);
}

TEST_F(NamedValues, AnUpdateDeclaredAfterTheReaderIsNotWaitedFor) {
    computation a("a", {i}, expr(0)), r("r", {i}, a(i) + 1);
    a(i) += k;
    a.store_in(&shared);
    r.store_in(&out);
    EXPECT_TRUE(lost({"{ a[i] -> [0, i, 0] }", "{ a_update_1[i, k] -> [2, i, k] }",
                      "{ r[i] -> [1, i, 0] }"})
                    .empty());
}

TEST_F(NamedValues, WhereStorageKeepsThemApartNothingIsLost) {
    buffer wide("wide", {2, 8}, p_int32, a_temporary);
    computation a("a", {i}, expr(1)), b("b", {i}, expr(2)), r("r", {i}, a(i) + b(i));
    a.store_in(&wide, {expr(0), i});
    b.store_in(&wide, {expr(1), i});
    r.store_in(&out);
    EXPECT_TRUE(lost({"{ a[i] -> [0, i] }", "{ b[i] -> [1, i] }", "{ r[i] -> [2, i] }"}).empty());
}

} // namespace
} // namespace tiramisu::testing
