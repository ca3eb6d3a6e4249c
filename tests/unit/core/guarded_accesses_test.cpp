// Accesses that conditions guard: where these are affine, only the instances in which they hold.

#include <gtest/gtest.h>

#include "core/meaning/readable_elements.h"
#include "core/program/memory_accesses.h"
#include "core/staging/staged_analysis.h"
#include "support/functions.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

using poly::memory_access;

class GuardedAccesses : public ::testing::Test, protected in_function {
protected:
    GuardedAccesses() : in_function("guarded") {
        a.store_in(&a_mem);
        c.store_in(&c_mem);
    }

    /// Accesses of c with this value.
    std::vector<memory_access> with_value(const expr &value) {
        c.set_expression(value);
        return accesses();
    }

    static std::vector<memory_access> accesses() {
        std::vector<memory_access> found;
        for (const memory_access &one : analysis_of_current().accesses) {
            if (one.statement == "c") {
                found.push_back(one);
            }
        }
        return found;
    }

    const var i = var("i", 0, 8);
    buffer a_mem{"a_mem", {8}, p_int32, a_input}, c_mem{"c_mem", {8}, p_int32, a_output};
    input a{"a", {i}, p_int32};
    computation c{"c", {i}, p_int32};
};

TEST_F(GuardedAccesses, OfBothArmsOfASelect) {
    const auto found = with_value(select(i >= 1, a(i - 1), a(i + 7)));
    ASSERT_EQ(3u, found.size());
    EXPECT_TRUE(is_map(found[1].relation, "{ c[i] -> a_mem[i - 1] : 1 <= i < 8 }"));
    EXPECT_TRUE(is_map(*found[1].instances, "{ c[i] -> a[i - 1] : 1 <= i < 8 }"));
    EXPECT_TRUE(is_map(found[2].relation, "{ c[0] -> a_mem[7] }"));
    for (const memory_access &read : found) {
        EXPECT_TRUE(read.exact);
        EXPECT_FALSE(read.is_conditional);
    }
}

TEST_F(GuardedAccesses, OfTheRightSidesOfAndAndOr) {
    const auto both = with_value(cast(p_int32, i >= 1 && a(i - 1) > 0));
    EXPECT_TRUE(is_map(both.at(1).relation, "{ c[i] -> a_mem[i - 1] : 1 <= i < 8 }"));
    const auto either = with_value(cast(p_int32, i == 3 || i > 5 || a(i) > 0));
    EXPECT_TRUE(is_map(either.at(1).relation, "{ c[i] -> a_mem[i] : 0 <= i < 3 or 4 <= i <= 5 }"));
    const auto neither = with_value(select(!(i == 3 || i > 5), a(i), expr(0)));
    EXPECT_TRUE(is_map(neither.at(1).relation, "{ c[i] -> a_mem[i] : 0 <= i < 3 or 4 <= i <= 5 }"));
    EXPECT_FALSE(neither.at(1).is_conditional);
}

TEST_F(GuardedAccesses, OfNestedArms) {
    const auto found =
        with_value(select(i >= 1, select(i < 5, a(i - 1), expr(1)), select(i < 0, a(9), a(0))));
    ASSERT_EQ(4u, found.size());
    EXPECT_TRUE(is_map(found[1].relation, "{ c[i] -> a_mem[i - 1] : 1 <= i < 5 }"));
    EXPECT_TRUE(found[2].relation.is_empty()) << "but it has its place among the accesses";
    EXPECT_TRUE(is_map(found[3].relation, "{ c[0] -> a_mem[0] }"));
}

TEST_F(GuardedAccesses, MayNotHappenWhereTheConditionIsNotAffine) {
    const auto found = with_value(select(a(i) > 0, a(i - 1), a(0)));
    ASSERT_EQ(4u, found.size());
    EXPECT_FALSE(found[1].is_conditional) << "the condition itself";
    for (const std::size_t arm : {2u, 3u}) {
        EXPECT_TRUE(found[arm].is_conditional);
    }
    EXPECT_TRUE(is_map(found[2].relation, "{ c[i] -> a_mem[i - 1] : 0 <= i < 8 }"));
}

TEST_F(GuardedAccesses, TakeWhatIsAffineInACondition) {
    const auto found = with_value(select(i >= 1 && a(i) > 0, a(i - 1), a(i - 2)));
    ASSERT_EQ(4u, found.size());
    EXPECT_TRUE(is_map(found[1].relation, "{ c[i] -> a_mem[i] : 1 <= i < 8 }"));
    EXPECT_FALSE(found[1].is_conditional);
    EXPECT_TRUE(is_map(found[2].relation, "{ c[i] -> a_mem[i - 1] : 1 <= i < 8 }"));
    EXPECT_TRUE(found[2].is_conditional);
    EXPECT_TRUE(is_map(found[3].relation, "{ c[i] -> a_mem[i - 2] : 0 <= i < 8 }"));
    EXPECT_TRUE(found[3].is_conditional);
}

TEST_F(GuardedAccesses, DoNotTrustArithmeticThatWrapsEarly) {
    const expr narrow = cast(p_uint8, i) - cast(p_uint8, expr(1));
    const auto found = with_value(select(narrow >= cast(p_uint8, expr(0)), a(i), expr(0)));
    EXPECT_TRUE(is_map(found.at(1).relation, "{ c[i] -> a_mem[i] : 0 <= i < 8 }"));
    EXPECT_TRUE(found.at(1).is_conditional);
    const expr n = constant("n", p_uint8), less = n - expr(std::uint8_t{1});
    const auto otherwise = with_value(select(less < n, expr(0), a(i)));
    EXPECT_FALSE(otherwise.at(1).relation.is_empty()) << "0 - 1 is 255";
    EXPECT_TRUE(otherwise.at(1).is_conditional);
}

TEST_F(GuardedAccesses, OfLongChainsStayAFewPieces) {
    const var wide("wide", 0, 1000);
    buffer d_mem("d_mem", {1000}, p_int32, a_output);
    expr value = a(7);
    for (int at = 60; at > 0; --at) {
        value = select(wide == 3 * at, a(0), value);
    }
    computation d("d", {wide}, value);
    d.store_in(&d_mem);
    c.set_expression(a(i));
    const memory_access last = analysis_of_current().accesses.back();
    EXPECT_EQ("d", last.statement);
    EXPECT_TRUE(last.is_conditional) << "where it happens is too long to tell";
    EXPECT_TRUE(isl::map(last.relation.ctx(), "{ d[i] -> a_mem[7] : 180 < i < 1000 }")
                    .is_subset(last.relation));
}

TEST_F(GuardedAccesses, UnderAnAffinePredicateAreExact) {
    c.set_expression(a(i - 1));
    c.add_predicate(i >= 1);
    const auto found = accesses();
    ASSERT_EQ(2u, found.size());
    EXPECT_TRUE(is_map(found[0].relation, "{ c[i] -> c_mem[i] : 1 <= i < 8 }"));
    EXPECT_TRUE(is_map(found[1].relation, "{ c[i] -> a_mem[i - 1] : 1 <= i < 8 }"));
    EXPECT_TRUE(found[0].exact);
    EXPECT_TRUE(found[1].exact);
}

TEST_F(GuardedAccesses, UnderAPredicateOnDataMayNotHappen) {
    c.set_expression(a(i - 1));
    c.add_predicate(i >= 1 && a(i) > 0);
    const auto found = accesses();
    ASSERT_EQ(3u, found.size());
    EXPECT_TRUE(is_map(found[0].relation, "{ c[i] -> c_mem[i] : 1 <= i < 8 }"));
    EXPECT_FALSE(found[0].exact);
    EXPECT_TRUE(found[0].is_conditional);
    EXPECT_TRUE(is_map(found[2].relation, "{ c[i] -> a_mem[i] : 1 <= i < 8 }"))
        << "the right side of the condition";
    EXPECT_FALSE(found[2].is_conditional);
}

class ReadableElements : public ::testing::Test, protected in_function {
protected:
    ReadableElements() : in_function("readable") {
        a.store_in(&a_mem);
        t.store_in(&t_mem);
        c.store_in(&c_mem);
    }

    /// How many reads of c's value need no guard, and how many where sizes are as declared.
    std::pair<std::size_t, std::size_t> found(const expr &value) {
        c.set_expression(value);
        const core::analysis now = core::analyse_schedule(*current().state(), {});
        core::program code = now.resolved;
        core::note_readable_elements(*current().state(), now, code);
        const core::program_statement &statement = code.statements.at("c");
        return {statement.always_readable.size(), statement.readable_as_declared.size()};
    }

    using counts = std::pair<std::size_t, std::size_t>;

    const constant n{"n", p_int32};
    const var i{"i", 0, n};
    buffer a_mem{"a_mem", {n}, p_int32, a_input}, t_mem{"t_mem", {n}, p_int32, a_temporary},
        c_mem{"c_mem", {n}, p_int32, a_output};
    input a{"a", {i}, p_int32};
    computation t{"t", {i}, expr(1)}, c{"c", {i}, p_int32};
};

TEST_F(ReadableElements, LieInTemporaries) {
    EXPECT_EQ(counts(1, 1), found(select(i >= 1, t(i), expr(0))));
    EXPECT_EQ(counts(1, 1), found(select(i >= 1, t(max(i - 1, 0)), expr(0))));
    EXPECT_EQ(counts(0, 0), found(select(i >= 1, t(i - 1), expr(0))));
    EXPECT_EQ(counts(0, 0), found(select(i < n - 1, t(i + 1), expr(0))));
    EXPECT_EQ(counts(1, 1), found(select(a(i) > 0, t(a(i)), expr(0)))) << "the index alone";
}

TEST_F(ReadableElements, OfArgumentsAreTouchedInAnyCase) {
    EXPECT_EQ(counts(1, 1), found(select(i >= 1, a(i), expr(0)) + a(i)));
    EXPECT_EQ(counts(1, 1), found(select(i >= 1, a(max(i - 1, 0)), expr(0)) + a(i)));
    EXPECT_EQ(counts(0, 1), found(select(t(i) > 0, a(i), expr(0))))
        << "perhaps the caller has no memory for them";
    EXPECT_EQ(counts(1, 1), found(select(i == n - 1, a(i), expr(0))))
        << "all elements before the last one are there";
    EXPECT_EQ(counts(0, 0), found(select(i >= 1, a(i - 1), expr(0)) + a(i)));
    EXPECT_EQ(counts(0, 0), found(select(i < n - 1, a(i + 1), expr(0)) + a(i)));
}

} // namespace
} // namespace tiramisu::testing
