#include <gtest/gtest.h>

#include "core/commands/schedule_view.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

class OrderCommands : public ::testing::Test, protected in_function {
protected:
    OrderCommands()
        : in_function("order"), a("a", {i, j}, expr(1)), b("b", {i, j}, expr(2)),
          c("c", {i, j}, expr(3)) {}

    static std::vector<int> place(const std::string &name) {
        for (const poly::scheduled_statement &one :
             core::scheduled_statements(*current().state())) {
            if (one.name == name) {
                return one.position;
            }
        }
        return {};
    }
    using position = std::vector<int>;
    const var i = var("i", 0, 8), j = var("j", 0, 4);
    computation a, b, c;
};

TEST_F(OrderCommands, AfterWithoutALevelSharesNoLoop) {
    a.after(c);
    EXPECT_EQ((position{0, 0, 0}), place("b"));
    EXPECT_EQ((position{1, 0, 0}), place("c"));
    EXPECT_EQ((position{2, 0, 0}), place("a"));
}

TEST_F(OrderCommands, LevelsAreThoseOfTheLaterComputation) {
    b.interchange(i, j).after(a, i);
    EXPECT_EQ((position{0, 0, 1}), place("b")) << "i is the inner loop of b";
}

TEST_F(OrderCommands, ThenChains) {
    a.then(b, j).then(c, i);
    EXPECT_EQ((position{0, 0, 0}), place("a"));
    EXPECT_EQ((position{0, 0, 1}), place("b"));
    EXPECT_EQ((position{0, 1, 0}), place("c"));
}

TEST_F(OrderCommands, PartsNeedNoNamesOfTheirOwn) {
    b(i, j) += 5;
    const std::string update = b.update(0).part()->id;
    b.after(b.init(), j);
    EXPECT_EQ((position{1, 0, 0}), place("b"));
    EXPECT_EQ((position{1, 0, 1}), place(update));
    a.then(b.init(), i).then(c, i);
    EXPECT_EQ((position{0, 1, 0}), place("b"));
    EXPECT_EQ((position{0, 1, 1}), place(update));
    EXPECT_EQ((position{0, 2, 0}), place("c"));
}

TEST_F(OrderCommands, BeforeIsAfterSeenFromTheOther) {
    c.before(a, i);
    EXPECT_EQ((position{1, 0, 0}), place("c"));
    EXPECT_EQ((position{1, 1, 0}), place("a"));
}

TEST_F(OrderCommands, BetweenPutsOneIntoAnOrderThatStands) {
    c.after(a, i);
    b.between(a, i, c, i);
    EXPECT_EQ((position{0, 0, 0}), place("a"));
    EXPECT_EQ((position{0, 1, 0}), place("b"));
    EXPECT_EQ((position{0, 2, 0}), place("c"));
}

TEST_F(OrderCommands, DistributeTakesALoopApart) {
    a.then(b, j).then(c, j);
    b.distribute(a, j);
    EXPECT_EQ((position{0, 0, 0}), place("a"));
    EXPECT_EQ((position{0, 1, 0}), place("b"));
    EXPECT_EQ((position{0, 1, 1}), place("c"));
    c.distribute(b, i);
    EXPECT_EQ((position{1, 0, 0}), place("c"));
    b.after(a, j);
    EXPECT_EQ((position{0, 0, 1}), place("b")) << "shared again";
}

TEST_F(OrderCommands, WhatIsDistributedMeansWhatItMeant) {
    // x(i) from y(i - 1), y(i) from x(i): the order says that they take turns.
    init("turns");
    const var k("k", 1, 8);
    buffer x_mem("x_mem", {8}, p_int32, a_output), y_mem("y_mem", {8}, p_int32, a_output);
    computation x("x", {k}, p_int32), y("y", {k}, p_int32);
    x.set_expression(y(k - 1) + 1);
    y.set_expression(x(k) * 2);
    x.store_in(&x_mem);
    y.store_in(&y_mem);
    x.then(y, k);
    EXPECT_TRUE(check_legality_of_function());
    y.distribute(x, k);
    EXPECT_FALSE(check_legality_of_function()) << "all of x before all of y";
}

TEST_F(OrderCommands, FuseAfterIsAfter) {
    b.fuse_after(j, a);
    EXPECT_EQ((position{0, 0, 1}), place("b"));
}

TEST_F(OrderCommands, TheSameOrderGivenAgainDeepensIt) {
    b.after(a, i);
    b.after(a, j);
    EXPECT_EQ((position{0, 0, 1}), place("b"));
    b.after(a, i);
    EXPECT_EQ((position{0, 0, 1}), place("b"));
}

TEST_F(OrderCommands, TwoPredecessorsInOneLoopAreFollowedInThatLoop) {
    computation d("d", {i, j}, expr(4));
    b.after(a, i);
    c.after(a, i);
    d.after(c, j);
    d.after(b, i);
    EXPECT_EQ((position{0, 0, 0}), place("a"));
    EXPECT_EQ((position{0, 1, 0}), place("b"));
    EXPECT_EQ((position{0, 2, 0}), place("c")) << "d is inside its loops, and after b";
    EXPECT_EQ((position{0, 2, 1}), place("d"));
}

TEST_F(OrderCommands, OfTwoPredecessorsTheOneInFewerLoopsIsTheLater) {
    computation d("d", {i, j}, expr(4));
    b.after(a, i);
    c.after(a, j);
    d.after(c, j);
    d.after(b, i);
    EXPECT_EQ((position{0, 0, 0}), place("a"));
    EXPECT_EQ((position{0, 0, 1}), place("c"));
    EXPECT_EQ((position{0, 1, 0}), place("b"));
    EXPECT_EQ((position{0, 2, 0}), place("d"));
}

TEST_F(OrderCommands, IntegerLevelsMeanTheSame) {
    b.after(a, 0);
    c.after(b, computation::root_dimension);
    EXPECT_EQ((position{0, 1, 0}), place("b"));
    EXPECT_EQ((position{1, 0, 0}), place("c"));
}

} // namespace
} // namespace tiramisu::testing
