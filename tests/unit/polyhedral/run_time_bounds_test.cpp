#include "polyhedral/run_time_bounds.h"

#include <gtest/gtest.h>

#include "support/ast_walk.h"
#include "support/isl_equal.h"
#include "support/statements.h"

namespace tiramisu::testing {
namespace {

class RunTimeBounds : public ::testing::Test {
protected:
    poly::context_owner owner_ = poly::make_context();
    isl::ctx ctx_ = isl::ctx(owner_.get());

    isl::map map(const std::string &text) const { return isl::map(ctx_, text); }

    /// S over f, and k from a value p to a value q that hang on f.
    poly::scheduled_statement rows() const {
        poly::scheduled_statement made = statement_over(isl::set(ctx_, "{ S[f, k] : 0 <= f < 4 }"));
        for (const bool is_upper : {false, true}) {
            const std::string parameter = is_upper ? "q" : "p";
            made.bounds.push_back({parameter,
                                   parameter + "(f)",
                                   poly::instances_within(made.domain, 1, parameter, is_upper),
                                   {0},
                                   1});
        }
        return made;
    }
};

TEST_F(RunTimeBounds, AreConstraintsWithAParameter) {
    const isl::set domain(ctx_, "{ S[f, k] : 0 <= f < 4 }");
    EXPECT_TRUE(
        is_set(poly::instances_within(domain, 1, "p", false), "[p] -> { S[f, k] : k >= p }"));
    EXPECT_TRUE(is_set(poly::instances_within(domain, 1, "p", true), "[p] -> { S[f, k] : k < p }"));
}

TEST_F(RunTimeBounds, HoldInsideTheLoopThatTheyBound) {
    const poly::scheduled_statement made = rows();
    EXPECT_TRUE(is_set(made.domain_inside(0), "{ S[f, k] : 0 <= f < 4 }"));
    EXPECT_TRUE(is_set(made.domain_inside(1), "[p, q] -> { S[f, k] : 0 <= f < 4 and p <= k < q }"));
}

TEST_F(RunTimeBounds, BelongToTheOutermostLoopOverTheirDimension) {
    EXPECT_EQ(1, poly::outermost_loop_over(map("{ S[f, k] -> [f, k] }"), 1));
    EXPECT_EQ(0, poly::outermost_loop_over(map("{ S[f, k] -> [k, f] }"), 1));
    EXPECT_EQ(0, poly::outermost_loop_over(map("{ S[f, k] -> [f + k, f] }"), 1));
    EXPECT_EQ(1, poly::outermost_loop_over(map("{ S[f, k] -> [f, floor(k/4), k mod 4] }"), 1));
    EXPECT_EQ(2, poly::outermost_loop_over(map("{ S[f, k] -> [f, 0] }"), 1));
}

TEST_F(RunTimeBounds, AreKnownWhereTheLoopsAroundTellTheirDimensions) {
    const isl::map tiled = map("{ S[f, k] -> [floor(f/2), floor(k/4), f mod 2, k mod 4] }");
    EXPECT_FALSE(poly::is_determined(tiled, 1, 0));
    EXPECT_FALSE(poly::is_determined(tiled, 2, 0));
    EXPECT_TRUE(poly::is_determined(tiled, 3, 0));
    EXPECT_TRUE(poly::is_determined(map("{ S[f, k] -> [-f, k] }"), 1, 0));
}

TEST_F(RunTimeBounds, ALoopIsCountedFromItsFirstIteration) {
    const auto counted = [&](const std::string &loops, bool is_upper) {
        return poly::counted_from_bound(map(loops), 1, 1, "p", is_upper);
    };
    EXPECT_TRUE(
        is_map(*counted("{ S[f, k] -> [f, k, 7] }", false), "[p] -> { S[f, k] -> [f, k - p, 7] }"));
    EXPECT_TRUE(
        is_map(*counted("{ S[f, k] -> [f, k + 3] }", false), "[p] -> { S[f, k] -> [f, k - p] }"));
    EXPECT_TRUE(
        is_map(*counted("{ S[f, k] -> [f, -k] }", true), "[p] -> { S[f, k] -> [f, p - 1 - k] }"));
    EXPECT_TRUE(is_map(*counted("[p] -> { S[f, k] -> [k - p, k] }", false),
                       "[p] -> { S[f, k] -> [k - p, k - p] }"))
        << "a second loop from one bound has the same parameter";
    EXPECT_FALSE(counted("{ S[f, k] -> [f, -k] }", false).has_value());
    EXPECT_FALSE(counted("{ S[f, k] -> [f, k] }", true).has_value());
    EXPECT_FALSE(counted("{ S[f, k] -> [k, f] }", false).has_value());
    EXPECT_FALSE(counted("{ S[f, k] -> [f, k + f] }", false).has_value());
    EXPECT_FALSE(counted("{ S[f, k] -> [f, k] : k = 0 }", true).has_value());
}

TEST_F(RunTimeBounds, ALoopThatOnlyAnInnerOneBoundsIsFound) {
    poly::scheduled_statement made = rows();
    EXPECT_FALSE(poly::unbounded_loop(made).has_value());
    // c < k, outside of k
    made = statement_over(isl::set(ctx_, "{ S[f, k, c] : 0 <= f < 4 and 0 <= c < k }"));
    made.bounds.push_back({"q", "q(f)", poly::instances_within(made.domain, 1, "q", true), {0}, 1});
    EXPECT_FALSE(poly::unbounded_loop(made).has_value());
    permute_loops(made, {0, 2, 1});
    made.bounds[0].level = 2;
    EXPECT_EQ(1, poly::unbounded_loop(made));
}

TEST_F(RunTimeBounds, OneParameterTakesThePlaceOfAnother) {
    const isl::map loops = map("[p] -> { S[f, k] -> [f, k - p] }");
    EXPECT_TRUE(
        is_map(poly::with_parameter_replaced(loops, "p", "q"), "[q] -> { S[f, k] -> [f, k - q] }"));
    EXPECT_TRUE(
        is_map(poly::with_parameter_replaced(loops, "r", "q"), "[p] -> { S[f, k] -> [f, k - p] }"));
    EXPECT_TRUE(is_set(
        poly::with_parameter_replaced(isl::set(ctx_, "[p, q] -> { S[k] : p <= k < q }"), "p", "r"),
        "[q, r] -> { S[k] : r <= k < q }"));
}

TEST_F(RunTimeBounds, ValuesAreComputedAroundTheLoop) {
    const poly::ast loops = poly::generate_ast({rows()}, isl::set(ctx_, "{ : }"));
    ASSERT_EQ(1u, loops.values.size());
    const std::vector<poly::run_time_value> &values = loops.values.begin()->second;
    ASSERT_EQ(2u, values.size());
    EXPECT_EQ("p", values[0].parameter);
    EXPECT_EQ("q", values[1].parameter);
    ASSERT_EQ(1u, values[1].sources.size());
    EXPECT_EQ("S", values[1].sources[0].statement);
    EXPECT_EQ(1u, values[1].sources[0].bound);
    EXPECT_EQ(1u, values[1].sources[0].iterators.count(0));
    // The values may be any: here the same for all f.
    EXPECT_EQ(4u * 3u, walk(loops, {{"p", 2}, {"q", 5}}).size());
    EXPECT_EQ(0u, walk(loops, {{"p", 5}, {"q", 5}}).size());
    EXPECT_EQ(0u, walk(loops, {{"p", 5}, {"q", 2}}).size());
}

TEST_F(RunTimeBounds, GuardAStatementWhoseLoopsTheyDoNotBound) {
    poly::scheduled_statement made =
        statement_over(isl::set(ctx_, "{ S[f, k] : 0 <= f < 4 and k = 2 }"));
    made.bounds.push_back({"q", "q(f)", poly::instances_within(made.domain, 1, "q", true), {0}, 2});
    const poly::ast loops = poly::generate_ast({made}, isl::set(ctx_, "{ : }"));
    EXPECT_EQ(4u, walk(loops, {{"q", 3}}).size());
    EXPECT_EQ(0u, walk(loops, {{"q", 2}}).size());
}

TEST_F(RunTimeBounds, AValueWithTwoSourcesNamesBoth) {
    poly::scheduled_statement first = rows(), second = rows();
    second.name = "T";
    second.domain = isl::set(ctx_, "{ T[f, k] : 0 <= f < 6 }");
    second.loops = poly::identity_loops(second.domain);
    second.position = {0, 0, 1};
    for (poly::run_time_bound &bound : second.bounds) {
        bound.instances = poly::renamed(bound.instances, "T");
    }
    const poly::ast loops = poly::generate_ast({first, second}, isl::set(ctx_, "{ : }"));
    for (const auto &[key, values] : loops.values) {
        for (const poly::run_time_value &value : values) {
            EXPECT_EQ("T", value.sources.back().statement);
        }
    }
    EXPECT_EQ(4u * 3u + 6u * 3u, walk(loops, {{"p", 2}, {"q", 5}}).size());
}

} // namespace
} // namespace tiramisu::testing
