#include <gtest/gtest.h>

#include "polyhedral/loop_space.h"
#include "polyhedral/schedule_tree.h"
#include "support/statements.h"

namespace tiramisu::testing {
namespace {

using poly::loop_kind;
using poly::scheduled_statement;
using poly::shared_loop;

class ScheduleTree : public ::testing::Test {
protected:
    isl_reader isl;

    scheduled_statement statement(const std::string &domain, std::vector<int> position) const {
        scheduled_statement made = statement_over(isl.set(domain));
        made.position = std::move(position);
        return made;
    }
    /// "level: statements", one a loop.
    static std::vector<std::string> described(const std::vector<shared_loop> &loops) {
        std::vector<std::string> texts;
        for (const shared_loop &loop : loops) {
            std::string text = std::to_string(loop.level) + ":";
            for (const scheduled_statement *one : loop.statements) {
                text += " " + one->name;
            }
            texts.push_back(text);
        }
        return texts;
    }
    /// { S[i] -> T[j] : S[i] runs before T[j] } for timestamps of all statements.
    static isl::union_map runs_before(const isl::union_map &times) {
        return isl::manage(isl_union_map_lex_lt_union_map(times.copy(), times.copy()));
    }
};

TEST_F(ScheduleTree, LoopsAreSharedDownToTheFirstPlaceThatDiffers) {
    const std::vector<scheduled_statement> statements = {
        statement("{ A[i, j] }", {0, 0, 0}), statement("{ B[i, j] }", {0, 0, 1}),
        statement("{ C[i, j] }", {0, 1, 0}), statement("{ D[i] }", {1, 0})};
    EXPECT_EQ((std::vector<std::string>{"0: A B C", "1: A B", "1: C", "0: D"}),
              described(poly::shared_loops(statements)));
}

TEST_F(ScheduleTree, MaskedLanesHoldTheLongestOfTheSharedLoops) {
    scheduled_statement a = statement("[n] -> { A[i] : 3 <= i < n }", {0, 0, 0});
    split_loop(a, 0, 8, loop_kind::vectorized);
    a.position = {0, 0, 0};
    EXPECT_EQ(0, poly::masked_lanes({1, {&a}}));
    a.masked_lanes[1] = 8;
    EXPECT_EQ(8, poly::masked_lanes({1, {&a}}));
    EXPECT_EQ(0, poly::masked_lanes({0, {&a}}));

    const scheduled_statement as_long = statement("{ B[o, i] : 4 <= i < 12 }", {0, 0, 1}),
                              longer = statement("{ C[o, i] : 0 <= i <= 8 }", {0, 0, 1});
    EXPECT_EQ(0, poly::masked_lanes({1, {&a, &longer}}));
    const scheduled_statement first_lanes = statement("{ D[o, i] : 0 <= i < 8 }", {0, 0, 1});
    EXPECT_EQ(8, poly::masked_lanes({1, {&a, &first_lanes}}));
    EXPECT_EQ(0, poly::masked_lanes({1, {&a, &as_long}})) << "together they span 12 values";
}

TEST_F(ScheduleTree, WholeVectorsHaveTheLanesOfTheSharedLoop) {
    scheduled_statement a = statement("[n] -> { A[i] : 3 <= i < n }", {0, 0, 0});
    split_loop(a, 0, 8, loop_kind::vectorized);
    a.position = {0, 0, 0};
    EXPECT_EQ(8, poly::whole_size({1, {&a}}));
    EXPECT_EQ(0, poly::whole_size({0, {&a}})) << "is no vector";
    const auto vector = [&](const std::string &domain) {
        scheduled_statement made = statement(domain, {0, 0, 1});
        made.kinds[1] = loop_kind::vectorized;
        return made;
    };
    const scheduled_statement as_long = vector("{ B[o, i] : 4 <= i < 12 }"),
                              shorter = vector("{ C[o, i] : 2 <= i < 5 }");
    EXPECT_EQ(8, poly::whole_size({1, {&a, &shorter}}));
    EXPECT_EQ(0, poly::whole_size({1, {&a, &as_long}})) << "together they span 12 values";
    a.masked_lanes[1] = 8;
    EXPECT_EQ(0, poly::whole_size({1, {&a}})) << "is masked";
}

TEST_F(ScheduleTree, StatementsWithoutLoopsShareNone) {
    const std::vector<scheduled_statement> statements = {statement("{ A[] }", {0}),
                                                         statement("{ B[i] }", {1, 0})};
    EXPECT_EQ((std::vector<std::string>{"0: B"}), described(poly::shared_loops(statements)));
}

TEST_F(ScheduleTree, GroupsComeInTheOrderOfTheirPlaces) {
    const std::vector<scheduled_statement> statements = {
        statement("{ A[i] }", {2, 0}), statement("{ B[] }", {0}), statement("{ C[i] }", {1, 0})};
    shared_loop all;
    for (const scheduled_statement &one : statements) {
        all.statements.push_back(&one);
    }
    EXPECT_EQ((std::vector<std::string>{"0: B", "0: C", "0: A"}), described(poly::nested_in(all)));
}

TEST_F(ScheduleTree, AStatementAfterAnInnerLoopStandsBesideIt) {
    const std::vector<scheduled_statement> statements = {statement("{ A[i, j] }", {0, 0, 0}),
                                                         statement("{ B[i] }", {0, 1})};
    const std::vector<shared_loop> loops = poly::shared_loops(statements);
    ASSERT_EQ((std::vector<std::string>{"0: A B", "1: A"}), described(loops));
    EXPECT_EQ((std::vector<std::string>{"1: A", "1: B"}), described(poly::nested_in(loops[0])));
}

TEST_F(ScheduleTree, ALoopRunsAsAnyOfItsStatementsSays) {
    std::vector<scheduled_statement> statements = {statement("{ A[i] }", {0, 0}),
                                                   statement("{ B[i] }", {0, 1})};
    EXPECT_EQ(loop_kind::serial, poly::kind_of(poly::shared_loops(statements)[0]));
    statements[1].kinds[0] = loop_kind::parallel;
    EXPECT_EQ(loop_kind::parallel, poly::kind_of(poly::shared_loops(statements)[0]));
}

TEST_F(ScheduleTree, TheTreeRunsEveryInstance) {
    const std::vector<scheduled_statement> statements = {
        statement("[N] -> { A[i, j] : 0 <= i < N and 0 <= j <= i }", {0, 0, 0}),
        statement("[N] -> { B[i] : 0 <= i < N + 3 }", {0, 1})};
    const isl::schedule tree = poly::schedule_tree(statements);
    EXPECT_TRUE(tree.domain().is_equal(isl::union_set(
        isl.ctx(), "[N] -> { A[i, j] : 0 <= i < N and 0 <= j <= i; B[i] : 0 <= i < N + 3 }")));
}

TEST_F(ScheduleTree, TheTreeOrdersAsTheTimestampsDo) {
    const std::vector<scheduled_statement> statements = {
        statement("{ A[i, j] : 0 <= i, j < 3 }", {0, 0, 0}),
        statement("{ B[i] : 0 <= i < 3 }", {0, 1})};
    const isl::union_map order = poly::schedule_tree(statements).map();
    const isl::union_map expected(
        isl.ctx(), "{ A[i, j] -> [i, 0, j] : 0 <= i, j < 3; B[i] -> [i, 1, 0] : 0 <= i < 3 }");
    EXPECT_TRUE(runs_before(order).is_equal(runs_before(expected))) << order;
}

} // namespace
} // namespace tiramisu::testing
