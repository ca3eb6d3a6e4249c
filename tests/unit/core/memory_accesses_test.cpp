#include <gtest/gtest.h>

#include "core/program/memory_accesses.h"
#include "core/program/named_reads.h"
#include "support/functions.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

using poly::memory_access;

class MemoryAccesses : public ::testing::Test, protected in_function {
protected:
    MemoryAccesses() : in_function("accesses") {}

    static std::vector<memory_access> of(const std::string &statement) {
        std::vector<memory_access> found;
        for (const memory_access &one : analysis_of_current().accesses) {
            if (one.statement == statement) {
                found.push_back(one);
            }
        }
        return found;
    }
    const var i = var("i", 0, 8), j = var("j", 0, 4);
};

TEST_F(MemoryAccesses, AWriteAndEveryReadOverTheDomain) {
    buffer a_mem("a_mem", {9, 4}, p_int32, a_input), c_mem("c_mem", {4, 8}, p_int32, a_output);
    input a("a", {i, j}, p_int32);
    a.store_in(&a_mem);
    computation c("c", {i, j}, a(i, j) + a(i + 1, 3 - j));
    c.store_in(&c_mem, {j, i});
    const std::vector<memory_access> found = of("c");
    ASSERT_EQ(3u, found.size());
    EXPECT_TRUE(found[0].is_write());
    EXPECT_TRUE(
        is_map(found[0].relation, "{ c[i, j] -> c_mem[j, i] : 0 <= i < 8 and 0 <= j < 4 }"));
    EXPECT_TRUE(
        is_map(found[1].relation, "{ c[i, j] -> a_mem[i, j] : 0 <= i < 8 and 0 <= j < 4 }"));
    EXPECT_TRUE(is_map(found[2].relation,
                       "{ c[i, j] -> a_mem[i + 1, 3 - j] : 0 <= i < 8 and 0 <= j < 4 }"));
    for (const memory_access &one : found) {
        EXPECT_TRUE(one.exact);
        EXPECT_EQ(0, one.reduction_class);
    }
}

TEST_F(MemoryAccesses, AnIndexThatIsReadMayBeAnythingInsideTheBuffer) {
    buffer at_mem("at_mem", {8}, p_int32, a_input), a_mem("a_mem", {99, 4}, p_int32, a_input),
        c_mem("c_mem", {8, 4}, p_int32, a_output);
    input at("at", {i}, p_int32), a("a", {i, j}, p_int32);
    at.store_in(&at_mem);
    a.store_in(&a_mem);
    computation c("c", {i, j}, a(at(i), j));
    c.store_in(&c_mem);
    const std::vector<memory_access> found = of("c");
    ASSERT_EQ(3u, found.size());
    // How long an argument is, is known when it is passed.
    EXPECT_TRUE(is_map(found[1].relation,
                       "{ c[i, j] -> a_mem[e, j] : 0 <= i < 8 and 0 <= j < 4 and e >= 0 }"));
    EXPECT_FALSE(found[1].exact);
    EXPECT_TRUE(is_map(found[2].relation, "{ c[i, j] -> at_mem[i] : 0 <= i < 8 and 0 <= j < 4 }"));
    EXPECT_TRUE(found[2].exact);
}

TEST_F(MemoryAccesses, WhatAConditionOnDataGuardsMayNotHappen) {
    buffer a_mem("a_mem", {8}, p_int32, a_input), c_mem("c_mem", {8}, p_int32, a_output);
    input a("a", {i}, p_int32);
    a.store_in(&a_mem);
    computation c("c", {i}, expr(1));
    c.add_predicate(a(i) > 0).store_in(&c_mem);
    const std::vector<memory_access> found = of("c");
    ASSERT_EQ(2u, found.size());
    EXPECT_TRUE(found[0].is_write());
    EXPECT_FALSE(found[0].exact);
    EXPECT_EQ("a_mem", found[1].buffer) << "the condition reads";
}

TEST_F(MemoryAccesses, TheAccumulatorOfAReductionHasItsClass) {
    buffer e_mem("e_mem", {8, 4}, p_int32, a_input), c_mem("c_mem", {8}, p_int32, a_output);
    input e("e", {i, j}, p_int32);
    e.store_in(&e_mem);
    computation c("c", {i}, expr(0));
    c(i) += e(i, j);
    c(i) += e(i, 0);
    c(i).max_with(e(i, j));
    c.store_in(&c_mem);
    EXPECT_EQ(0, of("c")[0].reduction_class);
    const std::vector<memory_access> sum = of("c_update_1"), again = of("c_update_2"),
                                     most = of("c_update_3");
    ASSERT_EQ(3u, sum.size());
    EXPECT_NE(0, sum[0].reduction_class);
    EXPECT_EQ(sum[0].reduction_class, sum[1].reduction_class);
    EXPECT_FALSE(sum[1].is_write());
    EXPECT_EQ(0, sum[2].reduction_class) << "the operand is read as any other";
    EXPECT_EQ(sum[0].reduction_class, again[0].reduction_class) << "sums commute with sums";
    EXPECT_NE(sum[0].reduction_class, most[0].reduction_class) << "but not with maxima";
}

TEST_F(MemoryAccesses, ContextConstraintsHoldInAllRelations) {
    const constant n("n", p_int32);
    buffer c_mem("c_mem", {n}, p_int32, a_output);
    computation c("c", {var("i", 0, n)}, expr(1));
    c.store_in(&c_mem);
    current().add_context_constraints("[n] -> { : n >= 5 }");
    EXPECT_TRUE(is_map(of("c")[0].relation, "[n] -> { c[i] -> c_mem[i] : n >= 5 and 0 <= i < n }"));
    EXPECT_TRUE(
        is_set(core::executed_domain(*c.state()), "[n] -> { c[i] : n >= 5 and 0 <= i < n }"));
}

TEST_F(MemoryAccesses, NamedReadsKeepToTheDomainThatIsNamed) {
    buffer wide("wide", {10}, p_int32, a_temporary), out("out", {8}, p_int32, a_output);
    computation p("p", {i}, expr(1)), c("c", {i}, p(i + 2));
    p.store_in(&wide);
    c.store_in(&out);
    const std::vector<core::named_read> found =
        core::named_reads(*current().state(), analysis_of_current().accesses);
    ASSERT_EQ(1u, found.size());
    EXPECT_EQ("c", found[0].reader->name);
    EXPECT_EQ("p", found[0].named->name);
    EXPECT_TRUE(is_map(found[0].instances, "{ c[i] -> p[i + 2] : 0 <= i < 6 }"));
}

TEST_F(MemoryAccesses, InputsAndOwnValuesAreNotReadByName) {
    buffer in("in", {9}, p_int32, a_input), out("out", {8}, p_int32, a_output);
    input a("a", {i}, p_int32);
    a.store_in(&in);
    computation c("c", {i}, p_int32);
    c.set_expression(select(i >= 1, c(i - 1), 0) + a(i));
    c(i) += a(i);
    c.store_in(&out);
    EXPECT_TRUE(core::named_reads(*current().state(), analysis_of_current().accesses).empty());
}

} // namespace
} // namespace tiramisu::testing
