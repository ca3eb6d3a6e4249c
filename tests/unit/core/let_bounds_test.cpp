// Constants of loops as parameters of domains in isl's notation.

#include "core/program/let_bounds.h"

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

class LetBounds : public ::testing::Test, protected in_function {
protected:
    LetBounds() : in_function("rows") {}

    /// A definition over a domain that names "n", "first" and "last".
    computation over(const std::string &domain) {
        return computation("[n, first, last]->" + domain, expr(1), true, p_int32,
                           global::get_implicit_function());
    }

    static void expect_bound(const core::run_time_bound &bound, std::size_t iterator, bool is_upper,
                             const std::string &value) {
        EXPECT_EQ(iterator, bound.iterator);
        EXPECT_EQ(is_upper, bound.is_upper);
        EXPECT_EQ(value, bound.value.to_str());
    }

    const var i = var("i", 0, 8);
    const constant n = constant("n", p_int32);
    input starts = input("starts", {var("p", 0, 9)}, p_int32);
    computation row = computation("row", {i}, expr(0));
    const constant first = constant("first", starts(i), p_int32, false, &row, 0);
    const constant last = constant("last", starts(i + 1), p_int32, false, &row, 0);
};

TEST_F(LetBounds, AreRunTimeBoundsOfAnIterator) {
    const computation c = over("{c[i,k]: 0<=i<n and first<=k<last}");
    EXPECT_TRUE(is_set(c.part()->domain, "[n] -> { c[i, k] : 0 <= i < n }"));
    ASSERT_EQ(2u, c.part()->bounds.size());
    expect_bound(c.part()->bounds[0], 1, false, "starts(i)");
    expect_bound(c.part()->bounds[1], 1, true, "starts(i + 1)");
}

TEST_F(LetBounds, MayHaveTermsOfOuterIteratorsAndConstants) {
    const computation c = over("{c[i,k]: 0<=i<8 and first + 2i <= k <= n - last}");
    ASSERT_EQ(2u, c.part()->bounds.size());
    const std::string lower = c.part()->bounds[0].value.to_str();
    EXPECT_NE(std::string::npos, lower.find("starts(i)")) << lower;
    EXPECT_NE(std::string::npos, lower.find("2 * i")) << lower;
    const std::string upper = c.part()->bounds[1].value.to_str();
    EXPECT_NE(std::string::npos, upper.find("-1 * starts(i + 1)")) << upper;
    EXPECT_NE(std::string::npos, upper.find("n")) << upper;
}

TEST_F(LetBounds, LeaveOtherConstraintsInTheDomain) {
    const computation c = over("{c[i,k]: 0<=i<8 and 0<=k<n and k<last}");
    EXPECT_TRUE(is_set(c.part()->domain, "[n] -> { c[i, k] : 0 <= i < 8 and 0 <= k < n }"));
    ASSERT_EQ(1u, c.part()->bounds.size());
    expect_bound(c.part()->bounds[0], 1, true, "starts(i + 1)");
}

TEST_F(LetBounds, SeveralOfAnEndAreTheTighterOne) {
    const computation c = over("{c[i,k]: 0<=i<8 and first<=k and last<=k and k<20}");
    ASSERT_EQ(1u, c.part()->bounds.size());
    EXPECT_EQ(o_max, c.part()->bounds[0].value.get_op_type());
}

TEST_F(LetBounds, AnEqualityIsBothEnds) {
    const computation c = over("{c[i,k]: 0<=i<8 and k=first}");
    ASSERT_EQ(2u, c.part()->bounds.size());
    expect_bound(c.part()->bounds[0], 1, false, "starts(i)");
    expect_bound(c.part()->bounds[1], 1, true, "starts(i) + 1");
}

} // namespace
} // namespace tiramisu::testing
