#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu {
namespace {

TEST(FunctionScope, LeavesTheFunctionAroundItAsItWas) {
    init("around");
    global::set_loop_iterator_type(p_int64);
    const var first(0, 4);
    {
        function_scope scope("within");
        EXPECT_EQ(scope.get().get_name(), "within");
        EXPECT_EQ(global::get_implicit_function()->get_name(), "within");
        EXPECT_EQ(var(0, 4).get_data_type(), p_int32); // "_i"
        EXPECT_EQ(var(0, 4).get_name(), "_j");
    }
    EXPECT_EQ(global::get_implicit_function()->get_name(), "around");
    const var second(0, 4);
    EXPECT_EQ(first.get_name(), "_i");
    EXPECT_EQ(second.get_name(), "_j");
    EXPECT_EQ(second.get_data_type(), p_int64);
    init();
}

TEST(FunctionScope, ItsFunctionOutlivesItInAHandle) {
    init("around");
    const function made = [] {
        function_scope scope("within");
        const var i("i", 0, 4);
        computation c("c", {i}, 1.0f);
        return scope.get();
    }();
    EXPECT_NE(made.algorithm_text().find("c"), std::string::npos);
}

TEST(FunctionScope, ANameThatIsTakenLeavesTheFunctionAroundIt) {
    init("around");
    const function keeps = *global::get_implicit_function();
    EXPECT_TRUE(oracle::throws<user_error>([] { function_scope scope("around"); },
                                           {"function \"around\"", "already a function"}));
    EXPECT_EQ(global::get_implicit_function()->get_name(), "around");
}

} // namespace
} // namespace tiramisu
