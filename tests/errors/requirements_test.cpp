// Requirements on arguments that cannot be checked.

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

using testing::current;
using testing::in_function;

struct RequirementErrors : ::testing::Test {
    const in_function here{"f"};
    const var i{"i", 0, 4};
    input index{"index", {i}, p_int32};
    buffer index_memory{"index", {4}, p_int32, a_input}, out{"out", {4}, p_int32, a_output};
    computation c{"c", {i}, index(i)};

    RequirementErrors() {
        index.store_in(&index_memory);
        c.store_in(&out);
    }
};

::testing::AssertionResult refused(const std::vector<var> &over, const expr &found,
                                   const expr &lowest, const std::string &problem) {
    return throws<user_error>([&] { current().require(over, found, lowest, {}, "rule"); },
                              {"function \"f\"", "require(" + found.to_str() + "): " + problem});
}

TEST_F(RequirementErrors, AreOfWhatIsNotHandedIn) {
    EXPECT_TRUE(refused({}, expr(4), 0,
                        "is neither an element of an input nor a constant of the function"));
    EXPECT_TRUE(refused({i}, index(i) + 1, 0, "is neither an element of an input nor"));
    EXPECT_TRUE(refused({i}, c(i), 0,
                        "reads computation \"c\", which the function computes; only what it is "
                        "handed can be required"));
}

TEST_F(RequirementErrors, AreOfNamesThatAreNotKnown) {
    EXPECT_TRUE(refused({}, index(i), 0,
                        "index(i) names \"i\", which is no constant and no iterator before it"));
    EXPECT_TRUE(refused({var("k", 0, i), i}, index(i), 0, "i names \"i\", which is no constant"));
    EXPECT_TRUE(refused({var("k")}, index(0), 0,
                        "iterator \"k\" has no bounds; write var(\"k\", lower, upper)"));
}

TEST_F(RequirementErrors, AreOfOtherThanIntegers) {
    EXPECT_TRUE(
        refused({i}, index(i), 0.5f, "0.5f is float32, must be an integer that int64 can hold"));
}

TEST_F(RequirementErrors, ReadBuffersThatAreNotAmongTheArguments) {
    buffer kept("kept", {4}, p_int32, a_temporary);
    view inside("inside", {i}, p_int32);
    inside.store_in(&kept);
    current().require({i}, inside(i), 0, {}, "rule");
    EXPECT_TRUE(throws<user_error>(
        [&] {
            current().compile({&index_memory, &out});
        },
        {"require(inside(i)): reads buffer \"kept\", which is not among the arguments"}));
}

} // namespace
} // namespace tiramisu::oracle
