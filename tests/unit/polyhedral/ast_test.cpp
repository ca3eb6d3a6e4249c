#include <gtest/gtest.h>

#include "polyhedral/ast.h"
#include "polyhedral/loop_forms.h"
#include "support/ast_walk.h"
#include "support/statements.h"

namespace tiramisu::testing {
namespace {

using poly::loop_kind;
using poly::scheduled_statement;

class Ast : public ::testing::Test {
protected:
    isl_reader isl;

    scheduled_statement statement(const std::string &domain) const {
        return statement_over(isl.set(domain));
    }
    poly::ast loops_of(const std::vector<scheduled_statement> &statements,
                       const std::string &context = "{ : }") const {
        return poly::generate_ast(statements, isl.set(context));
    }
    /// "S(0, 1) S(0, 2)": what runs, in order.
    static std::string run(const poly::ast &loops,
                           const std::map<std::string, long> &parameters = {}) {
        std::string text;
        for (const visited_instance &one : walk(loops, parameters)) {
            std::string point;
            for (const long value : one.point) {
                point += (point.empty() ? "" : ", ") + std::to_string(value);
            }
            text += (text.empty() ? "" : " ") + one.statement + "(" + point + ")";
        }
        return text;
    }
};

TEST_F(Ast, RunsADomainInLexicographicOrder) {
    EXPECT_EQ("S(0, 0) S(1, 0) S(1, 1)",
              run(loops_of({statement("{ S[i, j] : 0 <= i < 2 and 0 <= j <= i }")})));
}

TEST_F(Ast, OfTilesThatAreCollapsedIsMadeInABoundedAmountOfWork) {
    scheduled_statement s = statement("[n, m] -> { S[i, j] : 0 <= i <= n and 0 <= j <= m }");
    split_loop(s, 0, 11);
    split_loop(s, 2, 8);
    permute_loops(s, {0, 2, 1, 3});
    split_loop(s, 2, 7);
    s.loops = poly::collapse(s.loops, 1, 0, 2);
    s.loop_names.erase(s.loop_names.begin() + 2);
    s.kinds.erase(s.kinds.begin() + 2);
    s.cuts.erase(s.cuts.begin() + 2);
    s.masked_lanes.erase(s.masked_lanes.begin() + 2);
    s.position.pop_back();
    const poly::ast loops = loops_of({s});
    EXPECT_EQ(poly::loop_form::separated, loops.form);
    EXPECT_EQ(13U * 18U, walk(loops, {{"n", 12}, {"m", 17}}).size());
}

// Vectors that are not complete everywhere, in one nest.
TEST_F(Ast, KnowsWhereCompleteLoopsBeginAndHowLongTheyAre) {
    scheduled_statement s = statement("[n] -> { S[i] : 3 <= i < n }");
    split_loop(s, 0, 8, loop_kind::vectorized);
    const poly::ast loops = poly::checked_loops({s}, isl.set("{ : }"));
    ASSERT_EQ(2U, loops.loops.size());
    for (const auto &[key, info] : loops.loops) {
        EXPECT_EQ(info.kind == loop_kind::vectorized ? 8 : 0, info.whole_width);
        EXPECT_EQ(0, info.whole_first);
    }
}

// What such loops would have more of is counted elsewhere.
TEST_F(Ast, IsNotWidenedOnAGpuNorAroundRunTimeBounds) {
    scheduled_statement s = statement("[n] -> { S[i] : 3 <= i < n }");
    split_loop(s, 0, 8);
    EXPECT_TRUE(poly::guarded_loops({s}, isl.set("{ : }")));
    scheduled_statement on_gpu = s;
    on_gpu.kinds.front() = loop_kind::gpu_block;
    EXPECT_FALSE(poly::guarded_loops({on_gpu}, isl.set("{ : }")));
    scheduled_statement bounded = s;
    bounded.bounds.push_back({"i.upper", "end(0)", isl.set("[p] -> { S[i] : i < p }"), {}, 0});
    EXPECT_FALSE(poly::guarded_loops({bounded}, isl.set("{ : }")));
}

// A vector of one lane for each (i), which rational bounds would give two iterations somewhere.
TEST_F(Ast, IsNotWidenedWhereMaskedVectorsWouldGetMoreIterationsThanLanes) {
    scheduled_statement s = statement("{ S[i, j] : 0 <= i < 12 and j = floor((2*floor(i/3))/3) }");
    s.kinds.back() = loop_kind::vectorized;
    s.masked_lanes.back() = 1;
    EXPECT_FALSE(poly::guarded_loops({s}, isl.set("{ : }")));
    s.masked_lanes.back() = 4;
    EXPECT_TRUE(poly::guarded_loops({s}, isl.set("{ : }")));
}

TEST_F(Ast, RunsReversedLoopsBackward) {
    scheduled_statement s = statement("{ S[i] : 2 <= i < 5 }");
    s.loops = poly::reverse(s.loops, 0);
    EXPECT_EQ("S(4) S(3) S(2)", run(loops_of({s})));
}

TEST_F(Ast, KeepsIteratorsApartFromParametersNamedLikeThem) {
    EXPECT_EQ("S(0, 0) S(0, 1) S(1, 0) S(1, 1)",
              run(loops_of({statement("[c0, c_1] -> { S[i, j] : 0 <= i < c0 and 0 <= j < c_1 }")}),
                  {{"c0", 2}, {"c_1", 2}}));
}

// isl 0.25 fails on the isolated pieces of this nest.
TEST_F(Ast, IsMadeWithoutIsolatedPiecesWhereIslFailsOnThem) {
    scheduled_statement s =
        statement("{ S[t, i, j] : 1 <= t <= 1000 and 1 <= i <= 998 and 1 <= j <= 998 }");
    s.loops = isl.map("{ S[t, i, j] -> [t, t + i, t + j] }");
    split_loop(s, 0, 16);
    split_loop(s, 2, 32);
    split_loop(s, 4, 1024);
    permute_loops(s, {0, 2, 4, 1, 3, 5});
    s.loops = poly::transform(s.loops, 0, {{1, 1}, {0, 1}});
    split_loop(s, 5, 16, loop_kind::vectorized);
    split_loop(s, 4, 4, loop_kind::unrolled);
    permute_loops(s, {0, 1, 2, 3, 4, 6, 7, 5});
    EXPECT_NO_THROW(loops_of({s}));
}

TEST_F(Ast, RunsFusedStatementsInTurn) {
    scheduled_statement a = statement("{ A[i] : 0 <= i < 2 }");
    scheduled_statement b = statement("{ B[i] : 0 <= i < 3 }");
    b.position = {0, 1};
    EXPECT_EQ("A(0) B(0) A(1) B(1) B(2)", run(loops_of({a, b})));
}

TEST_F(Ast, RunsShiftedFusionsAtTheirShiftedTime) {
    scheduled_statement a = statement("{ A[i] : 0 <= i < 3 }");
    scheduled_statement b = statement("{ B[i] : 0 <= i < 2 }");
    b.loops = poly::shift(b.loops, 0, 1);
    b.position = {0, 1};
    EXPECT_EQ("A(0) A(1) B(0) A(2) B(1)", run(loops_of({a, b})));
}

TEST_F(Ast, EmptyDomainsRunNothing) {
    EXPECT_EQ("", run(loops_of({statement("{ S[i] : false }")})));
    EXPECT_EQ("", run(loops_of({})));
    EXPECT_EQ("A(0)",
              run(loops_of({statement("{ S[i] : false }"), statement("{ A[i] : i = 0 }")})));
}

TEST_F(Ast, AStatementWithoutIteratorsRunsOnce) {
    EXPECT_EQ("S()", run(loops_of({statement("{ S[] }")})));
}

TEST_F(Ast, EachLoopIsDescribed) {
    scheduled_statement s = statement("{ S[i, j] : 0 <= i < 9 and 0 <= j < 16 }");
    split_loop(s, 1, 4, loop_kind::vectorized);
    s.kinds[0] = loop_kind::parallel;
    const poly::ast loops = loops_of({s});
    ASSERT_EQ(3u, loops.loops.size());
    for (const auto &[key, info] : loops.loops) {
        EXPECT_EQ(s.loop_names[static_cast<std::size_t>(info.level)], info.name) << key;
        EXPECT_EQ(s.kinds[static_cast<std::size_t>(info.level)], info.kind) << key;
        EXPECT_EQ((std::vector<std::string>{"S"}), info.statements) << key;
    }
}

TEST_F(Ast, LevelsCountLoopsOfOneIterationThatLeaveNoTrace) {
    scheduled_statement s = statement("{ S[i, j, k] : 0 <= i < 4 and j = 5 and 0 <= k < 4 }");
    s.kinds[2] = loop_kind::vectorized;
    const poly::ast loops = loops_of({s});
    EXPECT_EQ("S(0, 5, 0)", run(loops).substr(0, 10));
    for (const auto &[key, info] : loops.loops) {
        EXPECT_EQ(info.level == 2, info.kind == loop_kind::vectorized) << key;
    }
}

TEST_F(Ast, ALoopThatNamesAValueIsNoLoopOfTheUser) {
    scheduled_statement s = statement("{ S[k, l] : 0 <= l < k < 3 }");
    split_loop(s, 0, 4);
    split_loop(s, 2, 2);
    permute_loops(s, {0, 2, 1, 3});
    s.loops = poly::transform(s.loops, 2, {{1, 2}, {0, 1}});
    split_loop(s, 3, 8, loop_kind::vectorized);
    const poly::ast loops = loops_of({s});
    EXPECT_EQ("S(1, 0) S(2, 0) S(2, 1)", run(loops));
    int values = 0;
    for (const auto &[key, info] : loops.loops) {
        EXPECT_EQ(info.level >= s.depth(), info.name.empty()) << key;
        values += info.name.empty() ? 1 : 0;
    }
    EXPECT_EQ(1, values);
}

TEST_F(Ast, OneLoopOfSeveralStatementsNamesThemAll) {
    scheduled_statement a = statement("{ A[i] : 0 <= i < 4 }"),
                        b = statement("{ B[i] : 0 <= i < 4 }");
    b.position = {0, 1};
    const poly::ast loops = loops_of({a, b});
    ASSERT_EQ(1u, loops.loops.size());
    EXPECT_EQ((std::vector<std::string>{"A", "B"}), loops.loops.begin()->second.statements);
}

TEST_F(Ast, VectorLoopsAreFullOrRemainder) {
    scheduled_statement s = statement("[N] -> { S[i] : 0 <= i < N }");
    split_loop(s, 0, 8, loop_kind::vectorized);
    const poly::ast loops = loops_of({s});
    const loop_count count = count_loops(loops, loop_kind::vectorized);
    EXPECT_EQ(1, count.constant);
    EXPECT_EQ(1, count.variable);
    for (long n = 0; n < 20; ++n) {
        EXPECT_EQ(static_cast<std::size_t>(n), walk(loops, {{"N", n}}).size());
    }
}

TEST_F(Ast, AssumedParametersRemoveTheRemainder) {
    scheduled_statement s = statement("[N] -> { S[i] : 0 <= i < N and N mod 8 = 0 }");
    split_loop(s, 0, 8, loop_kind::vectorized);
    const loop_count count = count_loops(loops_of({s}), loop_kind::vectorized);
    EXPECT_EQ(1, count.constant);
    EXPECT_EQ(0, count.variable);
}

TEST_F(Ast, EveryRegisterTileOfAFullTileHasConstantBounds) {
    scheduled_statement s = statement("{ S[i, j] : 0 <= i < 10 and 0 <= j < 20 }");
    split_loop(s, 0, 4, loop_kind::unrolled);
    split_loop(s, 2, 8, loop_kind::vectorized);
    permute_loops(s, {0, 2, 1, 3});
    const poly::ast loops = loops_of({s});
    EXPECT_EQ(200u, walk(loops).size());
    EXPECT_EQ(0, count_loops(loops, loop_kind::unrolled).variable);
    EXPECT_EQ(0, count_loops(loops, loop_kind::vectorized).variable);
}

TEST_F(Ast, ATriangleHasFullVectorsBelowTheDiagonal) {
    scheduled_statement s = statement("{ S[i, j] : 0 <= i < 32 and 0 <= j <= i }");
    split_loop(s, 1, 8, loop_kind::vectorized);
    const poly::ast loops = loops_of({s});
    EXPECT_GE(count_loops(loops, loop_kind::vectorized).constant, 1);
    EXPECT_EQ(32u * 33u / 2, walk(loops).size());
}

TEST_F(Ast, ContextConstraintsTakePart) {
    const scheduled_statement s = statement("[N] -> { S[i] : 0 <= i < N and i < 4 }");
    const poly::ast loops = loops_of({s}, "[N] -> { : N >= 4 }");
    EXPECT_EQ(1, count_loops(loops, loop_kind::serial).constant);
}

} // namespace
} // namespace tiramisu::testing
