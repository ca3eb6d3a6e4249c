#include "core/meaning/argument_reach.h"

#include <gtest/gtest.h>

#include "core/expr/expr_text.h"
#include "core/staging/staged_analysis.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

class ArgumentReach : public ::testing::Test, protected in_function {
protected:
    ArgumentReach() : in_function("reach") {}

    /// "[1, 3]", or "[n - 1] if n > 0", of every part; in one text.
    static std::string of(const buffer &argument) {
        const function what = current();
        const core::analysis now = core::analyse_schedule(*what.state(), {});
        core::program code = now.resolved;
        core::note_argument_reach(*what.state(), now, code);
        std::string text;
        for (const core::program_buffer &one : code.arguments) {
            for (const core::program_reach &reach : one.reached) {
                if (one.name == argument.get_name()) {
                    text += text.empty() ? "[" : "; [";
                    text += core::expr_list_text(reach.element) + "]";
                    text += reach.condition.is_defined() ? " if " + reach.condition.to_str() : "";
                }
            }
        }
        return text;
    }

    buffer in_memory{"in_memory", {1, 8}, p_int32, a_input};
    buffer out{"out", {1, 8}, p_int32, a_output};
};

TEST_F(ArgumentReach, IsTheLastElementOfEachAccess) {
    const var i("i", 0, 4), j("j", 0, 8);
    input in("in", {i, j}, p_int32);
    in.store_in(&in_memory);
    computation c("c", {i, j}, in(i, j) + in(i + 2, 7 - j) + in(0, 0));
    c.store_in(&out);
    EXPECT_EQ("[3, 7]", of(out));
    EXPECT_EQ("[3, 7]; [5, 7]", of(in_memory)) << "of which the last one counts";
}

TEST_F(ArgumentReach, IsTouchedAndNoCornerOfABox) {
    const var i("i", 0, 4);
    computation c("c", {i}, i);
    c.store_in(&out, {i, 7 - i});
    EXPECT_EQ("[3, 4]", of(out));
}

TEST_F(ArgumentReach, DependsOnParameters) {
    const constant n("n", p_int32);
    const var i("i", 0, n), j("j", 0, 8);
    computation c("c", {i, j}, i);
    c.store_in(&out);
    EXPECT_EQ("[n + -1, 7] if n >= 1", of(out));
    current().add_context_constraints("[n] -> { : n > 4 }");
    EXPECT_EQ("[n + -1, 7]", of(out));
}

TEST_F(ArgumentReach, LeavesOutWhatMayNotHappen) {
    const var i("i", 0, 4);
    input in("in", {i, i}, p_int32);
    in.store_in(&in_memory);
    computation c("c", {i}, select(in(i, 0) > 0, in(i + 1, 0), in(i + 9, 0)));
    c.store_in(&out, {i, 0});
    computation d("d", {i}, in(i, 0));
    d.add_predicate(in(i, 0) > 5);
    d.store_in(&out, {i + 5, 0});
    EXPECT_EQ("[3, 0]", of(in_memory));
    EXPECT_EQ("[3, 0]", of(out));
}

TEST_F(ArgumentReach, EndsWhereAffineConditionsEnd) {
    const constant n("n", p_int32);
    current().add_context_constraints("[n] -> { : n > 4 }");
    const var i("i", 0, n);
    input in("in", {i, i}, p_int32);
    in.store_in(&in_memory);
    computation c("c", {i}, select(i < n - 1, in(i + 1, 0), in(i - 1, 0)));
    c.add_predicate(i >= 1 && i < n + 7);
    c.store_in(&out, {i, 0});
    EXPECT_EQ("[n + -1, 0]", of(in_memory));
    EXPECT_EQ("[n + -1, 0]", of(out));
}

TEST_F(ArgumentReach, LeavesOutIndicesThatAreNotKnown) {
    const var i("i", 0, 4);
    input in("in", {i, i}, p_int32);
    in.store_in(&in_memory);
    computation c("c", {i}, in(in(2, i), 0) + in(4, in(2, i)));
    c.store_in(&out, {i, 0});
    EXPECT_EQ("[2, 3]", of(in_memory)) << "nor is an end of a row touched for certain";
}

TEST_F(ArgumentReach, LeavesOutLoopsThatMayHaveNoIteration) {
    const var f("f", 0, 4);
    input start("start", {f}, p_int32), in("in", {f, f}, p_int32);
    buffer starts("starts", {5}, p_int32, a_input);
    start.store_in(&starts);
    in.store_in(&in_memory);
    const var k("k", start(f), start(f + 1)), l("l", in(k, 0), 9);
    computation c("c", {f, k, l}, in(f, 3) + start(f + 7));
    c.store_in(&out, {f, 0});
    EXPECT_EQ("", of(in_memory)) << "the bounds of l are read only where k is";
    EXPECT_EQ("[3]; [4]", of(starts)) << "but those of k in every iteration of f";
    EXPECT_EQ("", of(out));
}

TEST_F(ArgumentReach, LeavesOutBoundsThatAreNotAskedFor) {
    const var f("f", 0, 4);
    input start("start", {f}, p_int32);
    buffer starts("starts", {20}, p_int32, a_input);
    start.store_in(&starts);
    const var k("k", cast(p_int32, start(f) > 0 && start(f + 9) > 0),
                cast(p_int32, f < 2 || start(f + 2) > 0)),
        l("l", 0, select(f < 1, start(f + 7), start(f) + start(f + 3)));
    computation c("c", {f, k}, expr(1)), d("d", {f, l}, expr(1));
    c.store_in(&out, {f, 0});
    d.store_in(&out, {f, 1});
    EXPECT_EQ("[3]; [5]; [7]; [6]", of(starts));
}

TEST_F(ArgumentReach, CountsWhatPredicatesAsk) {
    const var i("i", 0, 4);
    input in("in", {i, i}, p_int32);
    in.store_in(&in_memory);
    computation c("c", {i}, in(i + 9, 0));
    c.add_predicate(in(i, 1) > 5 && in(i + 7, 0) > 5);
    c.store_in(&out, {i, 0});
    EXPECT_EQ("[3, 1]", of(in_memory));
}

TEST_F(ArgumentReach, CountsValuesThatAreComputedInline) {
    const var i("i", 0, 4), wide("wide", 0, 100);
    input in("in", {i, i}, p_int32);
    in.store_in(&in_memory);
    computation shifted("shifted", {wide}, in(wide + 1, 0)), c("c", {i}, shifted(i) * 2);
    shifted.compute_inline();
    c.store_in(&out, {i, 0});
    EXPECT_EQ("[4, 0]", of(in_memory));
}

TEST_F(ArgumentReach, OfNothingIsNone) {
    const var none("i", 4, 4);
    computation c("c", {none}, expr(1));
    c.store_in(&out, {none, 0});
    EXPECT_EQ("", of(out));
}

} // namespace
} // namespace tiramisu::testing
