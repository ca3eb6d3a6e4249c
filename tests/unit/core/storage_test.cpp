#include <gtest/gtest.h>

#include "core/expr/expr_text.h"
#include "core/program/memory_accesses.h"
#include "core/program/storage.h"
#include "support/functions.h"
#include "support/isl_equal.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

class Storage : public ::testing::Test, protected in_function {
protected:
    Storage() : in_function("storage") {}

    static std::string element(const computation &c) {
        return core::expr_list_text(core::storage_map(*c.state()->base));
    }
    static std::string sizes(const computation &c) {
        return core::expr_list_text(c.get_buffer()->get_dim_sizes());
    }
};

TEST_F(Storage, IsTheIdentityByDefault) {
    const var i("i", 0, 4), j("j", 0, 5);
    computation c("c", {i, j}, expr(1));
    buffer b("b", {4, 5}, p_int32, a_output);
    c.store_in(&b);
    EXPECT_EQ("i, j", element(c));
    EXPECT_EQ("b", c.get_buffer()->get_name());
}

TEST_F(Storage, TakesIndicesOverTheIterators) {
    const var i("i", 0, 4), j("j", 0, 5);
    computation c("c", {i, j}, expr(1));
    buffer b("b", {5, 2}, p_int32, a_output);
    c.store_in(&b, {j, i % 2});
    EXPECT_EQ("j, i % 2", element(c));
}

TEST_F(Storage, AnIslMapIsTheSameInOtherWords) {
    const var i("i", 0, 4), j("j", 0, 5);
    computation c("c", {i, j}, expr(1));
    buffer b("b", {5, 2, 9}, p_int32, a_output);
    c.set_access("{ c[i, j] -> b[j, i mod 2, i + 2j - 1] }");
    bool exact = true;
    EXPECT_TRUE(is_map(core::access_relation(*c.state(), "b", core::storage_map(*c.state()), exact),
                       "{ c[i, j] -> b[j, i mod 2, i + 2j - 1] : 0 <= i < 4 and 0 <= j < 5 }"));
    EXPECT_TRUE(exact);
}

TEST_F(Storage, AnIslMapMayUseConstants) {
    const constant n("n", expr(8)), m("m", p_int32);
    const var i("i", 0, 8);
    computation c("c", {i}, expr(1));
    buffer b("b", {99}, p_int32, a_output);
    c.set_access("[n, m] -> { c[i] -> b[n + m - i] }");
    bool exact = true;
    EXPECT_TRUE(is_map(core::access_relation(*c.state(), "b", core::storage_map(*c.state()), exact),
                       "[m] -> { c[i] -> b[8 + m - i] : 0 <= i < 8 }"));
}

TEST_F(Storage, WhatHasNoBufferGetsATemporaryThatHoldsItsDomain) {
    const var i("i", 2, 9), j("j", i, 12);
    const computation c("c", {i, j}, expr(1));
    core::allocate_missing_storage(*current().state());
    ASSERT_NE(nullptr, c.get_buffer());
    EXPECT_EQ(a_temporary, c.get_buffer()->get_argument_type());
    EXPECT_EQ("7, 10", sizes(c));
    EXPECT_EQ("i - 2, j - 2", element(c));
}

TEST_F(Storage, TemporariesGrowWithParameters) {
    const constant n("n", p_int32);
    const computation c("c", {var("i", 0, n + 2)}, expr(1));
    core::allocate_missing_storage(*current().state());
    ASSERT_NE(nullptr, c.get_buffer());
    EXPECT_FALSE(c.get_buffer()->has_constant_extents());
    EXPECT_EQ(1, c.get_buffer()->get_n_dims());
    EXPECT_EQ("i", element(c));
}

TEST_F(Storage, TheTemporaryOfAnEmptyDomainIsSmall) {
    const computation c("c", {var("i", 4, 4), var("j", 0, 3)}, expr(1));
    ASSERT_NO_THROW(core::allocate_missing_storage(*current().state()));
    EXPECT_TRUE(c.get_buffer()->has_constant_extents());
}

TEST_F(Storage, AScalarTakesElementZero) {
    computation c("c", {}, expr(1));
    buffer b("b", {3, 4}, p_int32, a_output);
    c.store_in(&b);
    EXPECT_EQ("0, 0", element(c));
}

TEST_F(Storage, ANewTemporaryCanFoldValues) {
    const var i("i", 0, 8), j("j", 0, 5);
    computation c("c", {i, j}, expr(1));
    c.store_in({i % 2, j}, {2, 5});
    EXPECT_EQ("i % 2, j", element(c));
    EXPECT_EQ("2, 5", sizes(c));
    EXPECT_EQ(a_temporary, c.get_buffer()->get_argument_type());
}

TEST_F(Storage, RanksAgreeWhereCodeIsGenerated) {
    const var i("i", 0, 4);
    computation c("c", {i}, expr(1));
    buffer square("square", {4, 4}, p_int32, a_output);
    c.store_in(&square);
    EXPECT_TRUE(throws<user_error>([&] { current().compile({&square}); },
                                   {"store_in(&square)", "1 indices", "2 dimensions"}));
    EXPECT_TRUE(throws<user_error>([&] { c.storage_fold(i, 2); }, {"1 indices", "2 dimensions"}));
}

TEST_F(Storage, AllDefinitionsOfAComputationShareIt) {
    const var i("i", 0, 4), k("k", 0, 3);
    computation c("c", {i}, expr(0));
    c(i) += k;
    buffer b("b", {4}, p_int32, a_output);
    c.update(0).store_in(&b);
    EXPECT_EQ("b", c.get_buffer()->get_name());
    EXPECT_EQ("b", c.init().get_buffer()->get_name());
}

} // namespace
} // namespace tiramisu::testing
