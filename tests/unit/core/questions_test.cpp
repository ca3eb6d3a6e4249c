// What may be asked of a schedule, and that asking changes nothing.

#include <sstream>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

/// c(i, j) = c(i - 8, j) + c(i - 1, j): i is carried, j is free; and a row sum of it.
class Questions : public ::testing::Test, protected in_function {
protected:
    Questions()
        : in_function("questions"), i("i", 8, 40), j("j", 0, 16), k("k", 0, 16),
          c_mem("c_mem", {40, 16}, p_int32, a_output), s_mem("s_mem", {40}, p_int32, a_output),
          c("c", {i, j}, p_int32), s("s", {i}, expr(0)), f(current()) {
        c.set_expression(c(i - 8, j) + 1);
        c.store_in(&c_mem);
        s(i) += c(i, k);
        s.store_in(&s_mem);
    }

    const var i, j, k;
    buffer c_mem, s_mem;
    computation c, s;
    function f;
};

bool holds(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

TEST_F(Questions, LeaveNoStorageBehind) {
    computation t("t", {i}, s(i) + 1);
    buffer t_mem("t_mem", {40}, p_int32, a_output);
    t.store_in(&t_mem);
    computation u("u", {i}, t(i) * 2);
    f.loops_text();
    f.dependences_text();
    EXPECT_EQ("", u.why_not_parallel(i));
    EXPECT_TRUE(f.check_legality_of_function());
    EXPECT_NO_THROW(u.store_in(std::vector<expr>{i - 8}, std::vector<expr>{32}))
        << "the name of its buffer is taken";
}

TEST_F(Questions, AnOutputThatNothingUsesIsNoArgument) {
    const std::string before = f.loops_text();
    const buffer forgotten("forgotten", {40}, p_int32, a_output);
    EXPECT_EQ(before, f.loops_text());
    EXPECT_TRUE(f.check_legality_of_function());
}

TEST_F(Questions, AFreeLoopMayBeParallelAndVectorized) {
    EXPECT_EQ("", c.why_not_parallel(j));
    EXPECT_EQ("", c.why_not_vectorizable(j));
}

TEST_F(Questions, ACarriedLoopIsAnsweredWithTheSentenceOfTheError) {
    const std::string answer = c.why_not_parallel(i);
    c.parallelize(i);
    const auto error = illegality_of_current();
    ASSERT_TRUE(error);
    EXPECT_EQ(error->problem(), answer);
    EXPECT_TRUE(holds(answer, "loop \"i\" cannot be parallel")) << answer;
    EXPECT_TRUE(holds(answer, "writes c_mem[")) << answer;
}

TEST_F(Questions, AReductionIsVectorizableButNotParallel) {
    EXPECT_NE("", s.why_not_parallel(k));
    EXPECT_EQ("", s.why_not_vectorizable(k));
    f.set_strict_reductions(true);
    EXPECT_NE("", s.why_not_vectorizable(k));
}

TEST_F(Questions, TheWidthOfVectorsCounts) {
    EXPECT_TRUE(holds(c.why_not_vectorizable(i), "cannot be vectorized"));
    EXPECT_EQ("", c.why_not_vectorizable(i, 8));
    EXPECT_TRUE(holds(c.why_not_vectorizable(i, 16), "cannot be vectorized"));
}

TEST_F(Questions, AskingLeavesTheScheduleAsItIs) {
    c.tile(i, j, 4, 4);
    const std::string before = f.schedule_text() + f.loops_text();
    c.why_not_parallel("i_outer");
    c.why_not_vectorizable("j_inner", 4);
    EXPECT_THROW(c.why_not_vectorizable("j_inner", 0), user_error);
    c.legal_skews("i_outer", "j_outer");
    EXPECT_EQ(before, f.schedule_text() + f.loops_text());
    EXPECT_EQ(4u, c.get_loop_names().size());
}

TEST_F(Questions, LoopsMadeByCommandsCanBeAskedFor) {
    c.split(i, 8, "block", "row");
    EXPECT_NE("", c.why_not_parallel("block"));
    EXPECT_EQ("", c.why_not_parallel("row"));
}

TEST_F(Questions, ThePrintsAreTheTexts) {
    c.parallelize(j);
    const auto printed = [](const auto &print) {
        std::ostringstream out;
        print(out);
        return out.str();
    };
    EXPECT_EQ(f.dependences_text(), printed([&](auto &out) { f.print_dependences(out); }));
    EXPECT_EQ(f.loops_text(), printed([&](auto &out) { f.print_loops(out); }));
    EXPECT_EQ("c.parallelize(j);\n", printed([&](auto &out) { f.print_schedule_as_cpp(out); }));
    EXPECT_EQ("loop i\n"
              "  loop j (parallel)\n"
              "    c\n"
              "loop i\n"
              "  s\n"
              "loop i\n"
              "  loop k\n"
              "    s_update_1\n",
              printed([&](auto &out) { f.print_schedule(out); }));
}

TEST_F(Questions, TheOutlineShowsWhatIsStaged) {
    s.update(0).cache_read(c, i);
    const std::string outline = f.schedule_outline();
    EXPECT_TRUE(holds(outline, "loop i\n  loop ")) << outline;
    EXPECT_FALSE(holds(outline, "loop i\n  loop k\n")) << outline;
    EXPECT_EQ("", s.update(0).why_not_parallel(i));
}

TEST_F(Questions, TheOutlineShowsWhatIsFused) {
    s.init().after(c, i);
    s.update(0).after(*std::make_unique<computation>(s.init()), i);
    s.unroll(k, 4);
    EXPECT_EQ("loop i\n"
              "  loop j\n"
              "    c\n"
              "  s\n"
              "  loop k\n"
              "    loop k_unroll (unrolled)\n"
              "      s_update_1\n",
              f.schedule_outline());
}

TEST(SkewQuestions, OfWhatIsComputedWhereItIsReadAreRefused) {
    init("inlined");
    buffer in("in", {8, 8}, p_int32, a_input), out("out", {8, 8}, p_int32, a_output);
    const var i("i", 0, 8), j("j", 0, 8);
    input A("A", {i, j}, p_int32);
    A.store_in(&in);
    computation p("p", {i, j}, A(i, j) + 1), c("c", {i, j}, p(i, j) * 2);
    c.store_in(&out);
    p.compute_inline();
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { p.legal_skews(i, j); },
                                   {"computation \"p\"", "legal_skews(i, j",
                                    "runs in no loop as it is scheduled now: it is computed where "
                                    "it is read; ask for the computation that reads it"}));
    EXPECT_NO_THROW(c.legal_skews(i, j));
}

} // namespace
} // namespace tiramisu::testing
