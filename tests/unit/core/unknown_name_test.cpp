#include "core/program/unknown_name.h"

#include <gtest/gtest.h>

#include "support/functions.h"

namespace tiramisu::testing {
namespace {

TEST(UnknownName, IsTheFirstThatIsNoConstantAndNoIterator) {
    init("names");
    const constant n("n", p_int32);
    const var i("i"), j("j"), k("k");
    const core::function_state &function = *current().state();
    EXPECT_EQ("j", core::first_unknown_name(function, i + n * (j - k), {"i"}));
    EXPECT_EQ("k", core::first_unknown_name(function, i + n * (j - k), {"j", "i"}));
    EXPECT_EQ(std::nullopt, core::first_unknown_name(function, i + n * (j - k), {"i", "j", "k"}));
    EXPECT_EQ(std::nullopt, core::first_unknown_name(function, n + 1, {}));
    EXPECT_EQ("n2", core::first_unknown_name(function, n + expr::variable("n2", p_int32), {}));
}

} // namespace
} // namespace tiramisu::testing
