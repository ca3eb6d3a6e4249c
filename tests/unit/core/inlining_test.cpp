#include <cstdio>

#include <gtest/gtest.h>

#include "core/staging/inlining.h"
#include "core/staging/staged_analysis.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

/// s(i) = p(i + 1) - p(i), p(i) = in(i) * in(i) + q(i), q(i) = in(i) + 5
struct differences : in_function {
    differences() : in_function("differences") {
        in.store_in(&in_mem);
        s.store_in(&out);
    }

    core::analysis as_scheduled() { return core::analyse_schedule(*current().state(), {}); }
    std::vector<std::string> statements() {
        std::vector<std::string> names;
        for (const poly::scheduled_statement &statement : as_scheduled().statements) {
            names.push_back(statement.name);
        }
        return names;
    }
    std::vector<std::int32_t> run() {
        std::vector<std::int32_t> from(17), to(16);
        for (int at = 0; at < 17; ++at) {
            from[static_cast<std::size_t>(at)] = at * at - 20;
        }
        EXPECT_EQ(0, current().compile({&in_mem, &out})(
                         {{from.data(), p_int32, {17}}, {to.data(), p_int32, {16}}}));
        return to;
    }

    const var i = var("i", 0, 16), wide = var("i", 0, 17);
    buffer in_mem = buffer("in_mem", {17}, p_int32, a_input),
           out = buffer("out", {16}, p_int32, a_output);
    input in = input("in", {wide}, p_int32);
    computation q = computation("q", {wide}, in(wide) + 5),
                p = computation("p", {wide}, in(wide)*in(wide) + q(wide)),
                s = computation("s", {i}, p(i + 1) - p(i));
};

class Inlining : public ::testing::Test, protected differences {};

TEST_F(Inlining, ReadersEvaluateTheExpression) {
    const std::vector<std::int32_t> expected = run();
    p.compute_inline();
    EXPECT_TRUE(p.is_inline_computation());
    EXPECT_FALSE(q.is_inline_computation());
    EXPECT_EQ("(((in(i + 1) * in(i + 1)) + q(i + 1)) - ((in(i) * in(i)) + q(i)))",
              "(" + core::executed_copy(*s.part())->value.to_str() + ")");
    EXPECT_EQ((std::vector<std::string>{"q", "s"}), statements());
    EXPECT_EQ(expected, run());
}

TEST_F(Inlining, AChainIsEvaluatedAsAWhole) {
    const std::vector<std::int32_t> expected = run();
    q.compute_inline();
    p.compute_inline();
    EXPECT_EQ((std::vector<std::string>{"s"}), statements());
    EXPECT_TRUE(as_scheduled().resolved.temporaries.empty());
    EXPECT_EQ(expected, run());
}

TEST_F(Inlining, DependencesBecomeThoseOfTheReaders) {
    p.compute_inline();
    const core::analysis now = as_scheduled();
    ASSERT_FALSE(now.dependences.empty());
    for (const poly::dependence &dep : now.dependences) {
        EXPECT_EQ("q", dep.source);
        EXPECT_EQ("s", dep.sink);
        EXPECT_EQ("q", now.accesses[dep.sink_access].named);
        EXPECT_EQ("s", now.accesses[dep.sink_access].statement);
    }
}

TEST_F(Inlining, AFusionWithWhatTheExpressionReadsIsProved) {
    p.compute_inline();
    s.after(q, i);
    EXPECT_FALSE(current().check_legality_of_function()); // s(i) evaluates q(i + 1)
    s.shift(i, 1);
    EXPECT_TRUE(current().check_legality_of_function());
}

TEST_F(Inlining, WindowsHoldWhatTheExpressionReads) {
    const std::vector<std::int32_t> expected = run();
    p.compute_inline();
    s.split(i, 4, "io", "ii");
    s.cache_read(in, "io");
    q.compute_at(s, "io");
    EXPECT_EQ(expected, run());
}

TEST_F(Inlining, AReductionReadsItsTerms) {
    const var k("k", 0, 17);
    s(i) += p(k) * i;
    const std::vector<std::int32_t> expected = run();
    p.compute_inline();
    q.compute_inline();
    s.split(k, 4, "ko", "ki");
    s.rfactor("ko", "u").vectorize("ki", 4);
    EXPECT_EQ(expected, run());
}

/// data(k, l) in its own place, as an expression of data(k, l) that stands inline.
TEST(InliningInPlace, AReaderMayUpdateTheElementThatTheExpressionReads) {
    for (const bool is_first_term : {true, false}) {
        init("centred_data");
        const var k("k", 0, 4), l("l", 0, 3);
        buffer data_mem("data_mem", {4, 3}, p_int32, a_output),
            mean_mem("mean_mem", {3}, p_int32, a_input);
        input data("data", {k, l}, p_int32), mean("mean", {l}, p_int32);
        data.store_in(&data_mem);
        mean.store_in(&mean_mem);
        computation centred("centred", {k, l},
                            is_first_term ? data(k, l) - mean(l) : mean(l) + data(k, l));
        computation out("out", {k, l}, centred(k, l));
        out.store_in(&data_mem);
        centred.set_inline();
        out.parallelize(k);
        out.vectorize(l, 4);
        std::vector<std::int32_t> values(12), means = {5, 6, 7}, expected(12);
        for (int at = 0; at < 12; ++at) {
            const int mean_here = means[static_cast<std::size_t>(at % 3)];
            values[static_cast<std::size_t>(at)] = at;
            expected[static_cast<std::size_t>(at)] = at + (is_first_term ? -mean_here : mean_here);
        }
        EXPECT_EQ(0, current().compile({&data_mem, &mean_mem})(
                         {{values.data(), p_int32, {4, 3}}, {means.data(), p_int32, {3}}}));
        EXPECT_EQ(expected, values);
    }
}

TEST_F(Inlining, NarrowIteratorsKeepTheirType) {
    computation wide_value("wide_value", {var("i", expr(std::int64_t(0)), expr(std::int64_t(17)))},
                           cast(p_int32, expr::variable("i", p_int64)) + 1);
    computation r("r", {i}, wide_value(i) * 3);
    r.store_in(&out);
    wide_value.compute_inline();
    EXPECT_EQ(3, run()[0]);
    EXPECT_EQ(48, run()[15]);
}

TEST(InliningInAFile, IsGivenAgainOrNotAtAll) {
    const std::string path = ::testing::TempDir() + "inline_schedule.json";
    std::string loops;
    {
        differences made;
        made.p.compute_inline();
        made.q.split(made.wide, 4);
        loops = current().loops_text();
        current().save_schedule(path);
    }
    {
        const differences again;
        current().load_schedule(path);
        EXPECT_TRUE(again.p.is_inline_computation());
        EXPECT_EQ(loops, current().loops_text());
    }
    differences other;
    other.q.compute_inline();
    EXPECT_THROW(current().load_schedule(path), user_error); // q has no loops
    EXPECT_FALSE(other.p.is_inline_computation());
    std::remove(path.c_str());
}

} // namespace
} // namespace tiramisu::testing
