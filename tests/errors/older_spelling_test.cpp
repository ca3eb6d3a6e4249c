// Calls of the older spelling that have no meaning.

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/core.h"

namespace tiramisu::oracle {
namespace {

class OlderSpellingErrors : public ::testing::Test {
protected:
    void SetUp() override { init("older"); }
    const var i = var("i", 0, 8);
};

TEST_F(OlderSpellingErrors, AConstantInALoopHasAValue) {
    const computation c("c", {i}, i + 1);
    EXPECT_TRUE(throws<user_error>([&] { constant("k", expr(), p_int32, false, &c, 0); },
                                   {"constant \"k\": has no value, but is not an argument: it is "
                                    "not function-wide"}));
}

TEST_F(OlderSpellingErrors, ABlockHasComputations) {
    EXPECT_TRUE(
        throws<user_error>([] { block({}); }, {"block: has no computations; name at least one"}));
    EXPECT_TRUE(throws<user_error>([] { block({nullptr}); },
                                   {"block: one of its computations is a null pointer"}));
}

TEST_F(OlderSpellingErrors, ALetDoesNotChangeOnesBeforeIt) {
    computation c("c", {i}, var("x") + i);
    c.add_associated_let_stmt("x", i * 2);
    EXPECT_TRUE(throws<user_error>([&] { c.add_associated_let_stmt("i", expr(3)); },
                                   {"computation \"c\": add_associated_let_stmt(i): \"x\", which "
                                    "was let before, is computed from another \"i\"; let this one "
                                    "first, or under another name"}));
}

TEST_F(OlderSpellingErrors, AFoldIsOfADimension) {
    computation c("c", {i}, i + 1);
    EXPECT_TRUE(throws<user_error>([&] { c.storage_fold(i, 0); },
                                   {"computation \"c\": storage_fold(i, 0): the size is 0, must be "
                                    "at least 1"}));
    EXPECT_TRUE(throws<user_error>([&] { c.storage_fold("k", 2); },
                                   {"storage_fold(k, 2): no dimension of the buffer of \"c\" is "
                                    "indexed by \"k\""}));
}

TEST_F(OlderSpellingErrors, IteratorsAreIntegers) {
    EXPECT_TRUE(throws<user_error>([] { global::set_loop_iterator_type(p_float32); },
                                   {"global::set_loop_iterator_type(float32): iterators are int32 "
                                    "or int64"}));
}

TEST_F(OlderSpellingErrors, ArgumentsAreBuffers) {
    EXPECT_TRUE(throws<user_error>(
        [] { global::get_implicit_function()->set_arguments({nullptr}); },
        {"function \"older\": set_arguments: one of the arguments is a null pointer"}));
}

TEST_F(OlderSpellingErrors, AnInputsBoundsSayHowLargeItsBufferIs) {
    input in("in", {var("k")}, p_float32);
    EXPECT_TRUE(throws<user_error>(
        [&] { in.allocate_and_map_buffer_automatically(); },
        {"computation \"in\": allocate_and_map_buffer_automatically: has no buffer, and iterator "
         "\"k\" no bounds that would say how large one has to be: give it one by store_in()"}));
}

TEST_F(OlderSpellingErrors, AFurtherDefinitionHasTheName) {
    computation c("c", {i}, i + 1);
    EXPECT_TRUE(throws<user_error>(
        [&] { c.add_definitions("{d[k]: 0 <= k < 4}", expr(1), true, p_int32, nullptr); },
        {"computation \"c\": add_definitions(\"{d[k]: 0 <= k < 4}\", ...): the set is named \"d\"; "
         "a further definition has the computation's own name"}));
}

TEST_F(OlderSpellingErrors, BoundsComeBeforeTheSchedule) {
    computation c("c", {i}, i + 1);
    c.parallelize(i);
    EXPECT_TRUE(throws<user_error>(
        [] { global::get_implicit_function()->compute_bounds(); },
        {"function \"older\": compute_bounds: comes after c.parallelize(i); domains are computed "
         "before their loops are changed"}));
}

TEST_F(OlderSpellingErrors, AContextIsASet) {
    EXPECT_TRUE(throws<user_error>(
        [] { global::get_implicit_function()->set_context_set("[N]->{: N > }"); },
        {"function \"older\"", "N > "}));
}

} // namespace
} // namespace tiramisu::oracle
