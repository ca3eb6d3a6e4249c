// Questions about schedules that cannot be answered.

#include <sstream>

#include <gtest/gtest.h>

#include "core/program/state.h"
#include "polyhedral/work_limit.h"
#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

TEST(QuestionErrors, ALoopThatIsNotThere) {
    small_program p;
    EXPECT_TRUE(throws<user_error>(
        [&] { p.C.why_not_parallel("q"); },
        {"computation \"C\"", "why_not_parallel(q)", "no loop \"q\"", "\"i\", \"j\""}));
    EXPECT_TRUE(throws<user_error>([&] { p.C.why_not_vectorizable("q"); },
                                   {"computation \"C\"", "why_not_vectorizable(q)"}));
    EXPECT_TRUE(throws<user_error>([&] { p.C.why_not_vectorizable(p.j, 0); },
                                   {"computation \"C\"", "vectorize(j, 0)", "at least 1"}));
}

TEST(QuestionErrors, AnInputHasNoLoops) {
    small_program p;
    EXPECT_TRUE(throws<user_error>([&] { p.A.why_not_parallel(p.i); },
                                   {"computation \"A\"", "why_not_parallel(i)", "not executed"}));
    EXPECT_TRUE(throws<user_error>([&] { p.A.legal_skews(p.i, p.j); },
                                   {"computation \"A\"", "legal_skews(i, j, 3)", "not executed"}));
}

TEST(QuestionErrors, LoopsToSkewAreNeighbours) {
    small_program p;
    EXPECT_TRUE(throws<user_error>([&] { p.C.legal_skews(p.j, p.i); },
                                   {"computation \"C\"", "legal_skews(j, i, 3)",
                                    "loop \"i\" is not directly inside loop \"j\""}));
}

TEST(QuestionErrors, FactorsOfSkewsAreBounded) {
    small_program p;
    for (int largest : {0, -1, 9}) {
        EXPECT_TRUE(throws<user_error>([&] { p.C.legal_skews(p.i, p.j, largest); },
                                       {"computation \"C\"", "must be from 1 to 8"}));
    }
}

TEST(QuestionErrors, ComputationsToSkewAreNamedAndOfTheFunction) {
    small_program p;
    EXPECT_TRUE(throws<user_error>([&] { p.function.legal_skews({}, p.i, p.j); },
                                   {"function \"small\"", "legal_skews(i, j, 3)", "empty"}));
    EXPECT_TRUE(throws<user_error>([&] { p.function.legal_skews({nullptr}, p.i, p.j); },
                                   {"function \"small\"", "null"}));
    small_program other("other");
    EXPECT_TRUE(throws<user_error>([&] { p.function.legal_skews({&other.C}, p.i, p.j); },
                                   {"function \"small\"", "\"C\"", "of function \"other\""}));
}

TEST(QuestionErrors, ComputationsThatAreApartAreAskedForApart) {
    small_program p;
    computation D("D", {p.i, p.j}, p.C(p.i, p.j) * 2);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.legal_skews({&p.C, &D}, p.i, p.j);
        },
        {"computation \"C\"", "does not share loop \"i\" with \"D\""}));
    p.C.then(D, p.i);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.legal_skews({&p.C, &D}, p.i, p.j);
        },
        {"computation \"C\"", "shares loop \"i\" with \"D\", but not loop \"j\""}));
}

TEST(QuestionErrors, AFusionToMendHasLoopsAndSomethingBeforeIt) {
    small_program p;
    computation D("D", {p.i, p.j}, p.C(p.i, p.j) * 2);
    EXPECT_TRUE(throws<user_error>(
        [&] { p.function.correcting_loop_fusion_with_shifting({&p.C}, D, {}); },
        {"computation \"D\"", "correcting_loop_fusion_with_shifting()", "empty"}));
    EXPECT_TRUE(throws<user_error>(
        [&] { p.function.correcting_loop_fusion_with_shifting({}, D, {p.i}); },
        {"function \"small\"", "correcting_loop_fusion_with_shifting(i)", "empty"}));
    EXPECT_TRUE(throws<user_error>(
        [&] { p.function.correcting_loop_fusion_with_shifting({&p.C}, D, {"q"}); },
        {"computation \"D\"", "no loop \"q\""}));
}

/// What a question that isl may do nothing for says, and where it says that it is asked.
template <typename Ask>
::testing::AssertionResult refuses_here(const small_program &p, int line, Ask ask) {
    const poly::work_limit none(p.function.state()->ctx, 1);
    return throws<unsupported_error>([&] { ask(p.function); },
                                     {"questions_test.cpp:" + std::to_string(line) + ": ",
                                      "function \"small\"", "takes too much work to prove"});
}

TEST(QuestionErrors, ErrorsOfQuestionsHaveThePlaceOfTheQuestion) {
    const small_program p;
    std::ostringstream out;
    using asked = function;
    EXPECT_TRUE(refuses_here(p, __LINE__, [](asked f) { f.loops_text(); }));
    EXPECT_TRUE(refuses_here(p, __LINE__, [](asked f) { f.schedule_outline(); }));
    EXPECT_TRUE(refuses_here(p, __LINE__, [](asked f) { f.dependences_text(); }));
    EXPECT_TRUE(refuses_here(p, __LINE__, [](asked f) { f.stmt_text({}); }));
    EXPECT_TRUE(refuses_here(p, __LINE__, [&](asked f) { f.gen_c_code(out); }));
    EXPECT_TRUE(refuses_here(p, __LINE__, [&](asked f) { f.dump_dep_graph(out); }));
    EXPECT_TRUE(refuses_here(p, __LINE__, [&](asked f) { f.dump_schedule(out); }));
    EXPECT_TRUE(refuses_here(p, __LINE__, [&](asked f) { f.dump_sched_graph(out); }));
    EXPECT_TRUE(refuses_here(p, __LINE__, [&](asked f) { f.dump_time_processor_domain(out); }));
    EXPECT_TRUE(refuses_here(p, __LINE__, [&](asked f) { f.print_dependences(out); }));
    EXPECT_TRUE(refuses_here(p, __LINE__, [&](asked f) { f.print_schedule(out); }));
    EXPECT_TRUE(refuses_here(p, __LINE__, [&](asked f) { f.print_loops(out); }));
    EXPECT_TRUE(refuses_here(p, __LINE__, [](asked f) { f.check_legality_of_function(); }));
    EXPECT_EQ("", out.str());
    EXPECT_TRUE(throws<user_error>([&] { function(p.function).dump_halide_stmt(out); },
                                   {"questions_test.cpp:", "set_arguments() first"}));
}

// Windows of remainders that no other factor divides, in loops whose end is a size, are live for
// ranges that isl describes by long numbers: without a bound of its own the proof takes minutes.
TEST(QuestionErrors, LiveRangesThatTakeTooMuchWorkAreNotLookedAt) {
    init("windows");
    input size("size", {var("only", 0, 1)}, p_int32);
    const constant N("N", size(0));
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    computation first("first", {i, j, k}, cast(p_float32, i + j + k));
    computation second("second", {i, j, k}, first(i, j, k) + 1.0f);
    computation last("last", {i, j, k}, second(i, j, k) + first(i, j, k));
    buffer for_first("for_first", {7, 11}, p_float32, a_temporary);
    buffer for_second("for_second", {7, 11}, p_float32, a_temporary);
    buffer out("out", {N, N, N}, p_float32, a_output);
    buffer for_size("for_size", {1}, p_int32, a_input);
    size.store_in(&for_size);
    first.store_in(&for_first, {(i * 3 + k) % 7, (j * 5 + k) % 11});
    second.store_in(&for_second, {(i * 3 + k) % 7, (j * 5 + k) % 11});
    last.store_in(&out);
    const var i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
    for (computation *each : {&first, &second, &last}) {
        each->tile(i, j, k, 7, 11, 13, i0, j0, k0, i1, j1, k1);
    }
    second.after(first, k1);
    last.after(second, k1);
    EXPECT_TRUE(throws<unsupported_error>(
        [] { global::get_implicit_function()->check_legality_of_function(); },
        {"takes too much work to prove (most of all for computation", "tile(i, j, k, 7, 11, 13",
         "indices with fewer / and %"}));
}

} // namespace
} // namespace tiramisu::oracle
