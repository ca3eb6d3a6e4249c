#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/tiramisu.h"

// Handles that were moved from, and such as outlive what they were made in.

namespace tiramisu::testing {
namespace {

TEST(Handles, ThatWereMovedFromAreTheSameAsBefore) {
    init("moved");
    function f = current();
    const var i("i", 0, 4);
    computation c("c", {i}, expr(1));
    buffer out("out", {4}, p_int32, a_output);
    c.store_in(&out);
    const function g = std::move(f);
    const buffer other = std::move(out);
    EXPECT_EQ("moved", f.get_name()); // NOLINT(bugprone-use-after-move): what is tested
    EXPECT_EQ("out", out.get_name()); // NOLINT(bugprone-use-after-move)
    EXPECT_NO_THROW(f.compile({&out}));
}

TEST(Handles, OfAnElementKeepTheFunctionAlive) {
    std::unique_ptr<access> element;
    {
        const function_scope gone("gone");
        const var i("i", 0, 4);
        const computation y("y", {i}, expr(1));
        element = std::make_unique<access>(y(i));
    }
    EXPECT_EQ("y", (*element += expr(2)).get_name());
}

} // namespace
} // namespace tiramisu::testing
