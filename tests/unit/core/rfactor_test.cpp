#include <cstdio>

#include <gtest/gtest.h>

#include "core/program/function_snapshot.h"
#include "support/functions.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

using names = std::vector<std::string>;

/// s(i) += in(i, k) for k <= i, in a function that is run.
struct triangle : in_function {
    triangle() : in_function("triangle") {
        in.store_in(&in_mem);
        s.store_in(&out);
        s(i) += in(i, k);
    }

    /// What the compiled function computes of in(i, k) = 3 * i - k.
    std::vector<std::int32_t> run() {
        std::vector<std::int32_t> from(20 * 20), to(20);
        for (int at = 0; at < 400; ++at) {
            from[static_cast<std::size_t>(at)] = 3 * (at / 20) - at % 20;
        }
        const auto code = current().compile({&in_mem, &out});
        EXPECT_EQ(0, code({{from.data(), p_int32, {20, 20}}, {to.data(), p_int32, {20}}}));
        return to;
    }
    static std::vector<std::int32_t> expected() {
        std::vector<std::int32_t> sums;
        for (int row = 0; row < 20; ++row) {
            int sum = 7;
            for (int at = 0; at <= row; ++at) {
                sum += 3 * row - at;
            }
            sums.push_back(sum);
        }
        return sums;
    }
    static isl::set domain(const computation &of) { return of.part()->domain; }

    const var i = var("i", 0, 20), k = var("k", 0, i + 1), u = var("u");
    buffer in_mem = buffer("in_mem", {20, 20}, p_int32, a_input),
           out = buffer("out", {20}, p_int32, a_output);
    input in = input("in", {i, var("k", 0, 20)}, p_int32);
    computation s = computation("s", {i}, expr(7));
};

class Rfactor : public ::testing::Test, protected triangle {};

TEST_F(Rfactor, ThereArePartialResultsWhereTheLoopRuns) {
    s.split(k, 4, "ko", "ki");
    const computation part = s.rfactor("ko", u);
    EXPECT_EQ("s_partial", part.get_name());
    EXPECT_TRUE(is_set(domain(part.init()), "{ s_partial[i, u] : 0 <= i < 20 and 0 <= 4u <= i }"));
    EXPECT_TRUE(is_set(domain(s), "{ s_update_1[i, u] : 0 <= i < 20 and 0 <= 4u <= i }"));
    EXPECT_TRUE(is_set(domain(part), "{ s_partial_update_1[i, k, u] : 0 <= k <= i < 20 and "
                                     "4u <= k < 4u + 4 }"));
}

TEST_F(Rfactor, EachStepHasItsLoops) {
    s.split(k, 4, "ko", "ki").interchange(i, "ko");
    const computation part = s.rfactor("ko", u);
    EXPECT_EQ((names{"i", "u"}), part.init().get_loop_names());
    EXPECT_EQ((names{"u", "i", "ki"}), part.get_loop_names());
    EXPECT_EQ((names{"i", "u"}), s.get_loop_names());
    EXPECT_EQ(expected(), run());
}

/// How many lanes have a term depends on the size, but none has more than the last.
TEST(RfactorOfRunTimeSizes, PartialResultsInLanesHaveATemporaryOfTheLanes) {
    const in_function opened("lanes");
    const constant n("n", p_int32);
    const var k("k", 0, n), ko("ko"), ki("ki"), u("u");
    input a("a", {k}, p_int32);
    buffer in("in", {n}, p_int32, a_input), out("out", {1}, p_int32, a_output);
    a.store_in(&in);
    computation s("s", {}, expr(3));
    s() += a(k);
    s.store_in(&out);
    s.split(k, 8, ko, ki);
    computation part = s.rfactor(ki, u);
    part.tag_vector_level(u, 8);
    const auto code = current().compile({&in, &out});
    for (const int size : {1, 5, 8, 19, 64}) {
        std::vector<std::int32_t> terms(static_cast<std::size_t>(size)), sum(1);
        std::int32_t expected = 3;
        for (std::int32_t &term : terms) {
            term = 7 * expected + 1;
            expected += term % 1000;
            term %= 1000;
        }
        ASSERT_EQ(0, code({{terms.data(), {size}}, {sum.data(), {1}}, size}))
            << compiled_function::error_text();
        EXPECT_EQ(expected, sum[0]) << size;
    }
}

TEST_F(Rfactor, TheStepsStandWhereTheUpdateStood) {
    computation later("later", {i}, s(i));
    s.rfactor(k, u);
    names order;
    for (const auto &definition : current().state()->computations) {
        order.push_back(definition->id);
    }
    EXPECT_EQ((names{"in", "s", "s_partial", "s_partial_update_1", "s_update_1", "later"}), order);
    EXPECT_EQ(expected(), run());
}

TEST_F(Rfactor, PartialResultsRunInParallelWhereTheReductionCannot) {
    s.split(k, 4, "ko", "ki").interchange(i, "ko");
    EXPECT_NE("", s.why_not_parallel("ko"));
    computation part = s.rfactor("ko", u);
    EXPECT_EQ("", part.why_not_parallel(u));
    EXPECT_NE("", part.why_not_parallel("ki"));
    part.parallelize(u);
    EXPECT_EQ(expected(), run());
}

TEST_F(Rfactor, TagsStayWithTheLoops) {
    s.split(k, 4, "ko", "ki").parallelize("ko").unroll("ki");
    const computation part = s.rfactor("ko", u);
    EXPECT_EQ(poly::loop_kind::parallel, part.part()->nest.loops[1].kind);
    EXPECT_EQ(poly::loop_kind::unrolled, part.part()->nest.loops[2].kind);
    EXPECT_EQ(poly::loop_kind::serial, s.part()->nest.loops[1].kind);
    EXPECT_EQ(expected(), run());
}

TEST_F(Rfactor, PartialResultsAreComputedAtTheMerge) {
    s.split(k, 4, "ko", "ki");
    computation part = s.rfactor("ko", u);
    part.interchange(i, u);
    part.compute_at(s, i).unroll("ki"); // its loop i is not that of s
    EXPECT_EQ(expected(), run());
}

TEST_F(Rfactor, TheMergeIsComputedAtAReader) {
    const var half("half", 0, 10);
    buffer end("end", {10}, p_int32, a_output);
    computation r("r", {half}, s(half * 2) + s(half * 2 + 1));
    r.store_in(&end);
    s.store_in({i}, {20});
    s.split(k, 4, "ko", "ki");
    s.rfactor("ko", u);
    s.unroll(u, 2);
    s.compute_at(r, half);
    std::vector<std::int32_t> from(400, 1), to(10);
    EXPECT_EQ(0, current().compile({&in_mem, &end})(
                     {{from.data(), p_int32, {20, 20}}, {to.data(), p_int32, {10}}}));
    EXPECT_EQ(7 + 5 + 7 + 6, to[2]);
}

TEST_F(Rfactor, PartialResultsAreSplitAgain) {
    s.split(k, 6, "ko", "rest").split("rest", 3, "km", "ki");
    computation part = s.rfactor("ko", u);
    computation parts = part.rfactor("km", "v");
    EXPECT_EQ("s_partial_partial", parts.get_name());
    EXPECT_EQ((names{"i", "u", "v", "ki"}), parts.get_loop_names());
    EXPECT_EQ((names{"i", "u", "v"}), part.get_loop_names());
    EXPECT_EQ(expected(), run());
}

TEST_F(Rfactor, ALoopOfOneValueMakesOnePartialResult) {
    s.split(k, 32, "ko", "ki");
    const computation part = s.rfactor("ko", u);
    EXPECT_TRUE(is_set(domain(part.init()), "{ s_partial[i, 0] : 0 <= i < 20 }"));
    EXPECT_EQ(expected(), run());
}

TEST_F(Rfactor, ARefusedScheduleTakesItBack) {
    const std::string before = current().algorithm_text();
    {
        core::function_snapshot trial(*current().state());
        s.split(k, 4, "ko", "ki");
        s.rfactor("ko", u).parallelize(u);
    }
    EXPECT_EQ(before, current().algorithm_text());
    EXPECT_EQ((names{"i", "k"}), s.get_loop_names());
    EXPECT_EQ("", current().schedule_text());
    s.split(k, 8, "ko", "ki");
    EXPECT_EQ("s_partial", s.rfactor("ko", u).get_name());
    EXPECT_EQ(expected(), run());
}

TEST(RfactorInAFile, IsGivenAgain) {
    const std::string path = ::testing::TempDir() + "rfactor_schedule.json";
    std::string program, loops;
    {
        triangle made;
        made.s.split(made.k, 4, "ko", "ki");
        computation part = made.s.rfactor("ko", made.u);
        part.parallelize(made.u);
        made.s.after(part, made.i);
        program = current().algorithm_text();
        loops = current().loops_text();
        current().save_schedule(path);
    }
    const triangle again;
    current().load_schedule(path);
    std::remove(path.c_str());
    EXPECT_EQ(program, current().algorithm_text());
    EXPECT_EQ(loops, current().loops_text());
}

} // namespace
} // namespace tiramisu::testing
