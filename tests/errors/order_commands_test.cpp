// Wrong arguments of ordering commands.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

using ::tiramisu::testing::current;

class OrderErrors : public ::testing::Test {
protected:
    small_program p;
    var x{"x", 0, 16};
    computation D{"D", {p.i, p.j}, p.C(p.i, p.j) * 2};
    computation E{"E", {x}, p.C(x, 0) + D(x, 1)};

    template <typename Call>
    void refused(Call &&call, const std::vector<std::string> &parts) {
        const std::string before = p.function.schedule_text();
        EXPECT_TRUE(throws<user_error>(call, parts));
        EXPECT_EQ(p.function.schedule_text(), before);
    }

    void noted(const std::vector<std::string> &parts) const {
        ASSERT_EQ(1U, p.function.notes().size());
        for (const std::string &part : parts) {
            EXPECT_THAT(p.function.notes().front(), ::testing::HasSubstr(part));
        }
    }
};

TEST_F(OrderErrors, ALevelIsALoopOfTheLaterComputation) {
    refused([&] { D.after(p.C, "z"); },
            {"computation \"D\"", "after(C, z)", "there is no loop \"z\"", "\"i\", \"j\""});
}

TEST_F(OrderErrors, ALoopCalledRootIsNotTheRoot) {
    D.split(p.i, 4, "root", "inside");
    refused([&] { D.after(p.C, "root"); },
            {"computation \"D\"", "after(C, computation::root)",
             "it has a loop \"root\", which cannot be told from computation::root; give the "
             "iterator another name, or the loop its number"});
    EXPECT_NO_THROW(D.after(p.C, 0));
}

TEST_F(OrderErrors, ALevelThatOneLacksIsNoted) {
    p.C.after(E, p.j);
    noted({"computation \"C\"", "after(E, j)",
           "\"E\" has 1 loops: they share all of them, for there is no level 1"});
}

TEST_F(OrderErrors, OnlyASharedLoopIsDistributed) {
    D.after(p.C, p.i);
    refused([&] { D.distribute(p.C, p.j); },
            {"computation \"D\": distribute(C, j): shares no such loop with \"C\""});
    refused([&] { E.distribute(D, x); },
            {"computation \"E\": distribute(D, x): is not ordered directly after \"D\", so there "
             "is no loop that would be distributed"});
}

TEST_F(OrderErrors, NothingComesAfterItself) {
    refused([&] { D.after(D, p.i); }, {"computation \"D\"", "after(D, i)", "must not be a cycle"});
}

TEST_F(OrderErrors, TheOrderHasNoCycle) {
    D.after(p.C, p.i);
    E.after(D, x);
    refused([&] { p.C.after(E, computation::root); }, {"\"E\" is already ordered after \"C\""});
}

TEST_F(OrderErrors, ASecondComputationToFollowIsNoted) {
    E.after(p.C, computation::root);
    E.after(D, x);
    noted({"computation \"E\"", "follows \"C\" already", "inside the loops of \"D\""});
    EXPECT_EQ("C", D.get_predecessor()->get_name());
    EXPECT_EQ("D", E.get_predecessor()->get_name());
}

TEST_F(OrderErrors, AnInputHasNoPlaceInTheOrder) {
    refused([&] { p.C.after(p.A, p.i); }, {"after(A, i)", "has no place in the order"});
}

TEST_F(OrderErrors, AComputationOfAnotherFunctionIsRefused) {
    small_program other("another");
    refused([&] { other.C.after(D, computation::root); },
            {"in function \"another\" there is no computation \"D\"; there are", "\"C\""});
}

TEST_F(OrderErrors, ARightCommandWorksAfterAWrongOne) {
    refused([&] { D.after(p.C, "z"); }, {"z"});
    EXPECT_NO_THROW(D.after(p.C, p.j));
    EXPECT_NE(p.function.schedule_text().find("D.after(C, j)"), std::string::npos);
}

/// Whatever c sets in vain is no reason to take another order than that of declaration for what is
/// meant.
TEST(RootOrder, WhoeverSetsAnOutputLastIsSaidByDeclarations) {
    init("set_in_vain");
    const var round("round", 0, 3), y("y", 0, 4);
    buffer first_values("first_values", {4}, p_int32, a_output), out("out", {4}, p_int32, a_output);
    computation first("first", {y}, y), q("q", {y}, first(y) + 1), c("c", {round, y}, first(y) * 7);
    first.store_in(&first_values);
    q.store_in(&out);
    c.store_in(&out, {y});
    EXPECT_NO_THROW(current().compile({&first_values, &out}));
    c.after(first, computation::root);
    EXPECT_TRUE(throws<schedule_error>(
        [&] {
            current().compile({&first_values, &out});
        },
        {"c.after(first, computation::root)", "breaks an output dependence",
         "q(0) writes out[0] before c(0, 0) writes it"}));
}

} // namespace
} // namespace tiramisu::oracle
