// Questions about schedules that cannot be answered.

#include <sstream>

#include <gtest/gtest.h>

#include "core/state.h"
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

} // namespace
} // namespace tiramisu::oracle
