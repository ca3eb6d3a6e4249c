// Pictures that cannot be drawn.

#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

TEST(PictureErrors, AnAxisIsALoopOrAnIterator) {
    small_program p;
    EXPECT_TRUE(throws<user_error>(
        [&] { p.function.iteration_space_svg({&p.C}, p.i, "q"); },
        {"computation \"C\"", "draw_iteration_space(i, q)",
         "neither a loop nor an iterator \"q\"; its loops are \"i\", \"j\", its iterators \"i\", "
         "\"j\""}));
}

TEST(PictureErrors, ParametersHaveValues) {
    init("parametric");
    const constant n("n", p_int32);
    const var i("i", 0, n), j("j", 0, 4);
    buffer out("out", {n, 4}, p_int32, a_output);
    computation c("c", {i, j}, i + j);
    c.store_in(&out);
    const function f = *global::get_implicit_function();
    EXPECT_TRUE(
        throws<user_error>([&] { f.iteration_space_svg({&c}, i, j); },
                           {"computation \"c\"", "\"n\", which has no value", "{\"n\", 8}"}));
    EXPECT_NE(std::string::npos, f.iteration_space_svg({&c}, i, j, {{"n", 2}}).find("number 8<"))
        << f.iteration_space_svg({&c}, i, j, {{"n", 2}});
}

TEST(PictureErrors, TheSizeIsBounded) {
    small_program p;
    for (int largest : {0, 101}) {
        EXPECT_TRUE(throws<user_error>(
            [&] { p.function.iteration_space_svg({&p.C}, p.i, p.j, {}, largest); },
            {"function \"small\"", std::to_string(largest), "must be from 1 to 100"}));
    }
}

TEST(PictureErrors, OnlyWhatIsExecutedHasInstances) {
    small_program p;
    EXPECT_TRUE(throws<user_error>([&] { p.function.iteration_space_svg({&p.A}, p.i, p.j); },
                                   {"computation \"A\"", "not executed"}));
    computation twice("twice", {p.i, p.j}, p.A(p.i, p.j) * 2);
    computation sum("sum", {p.i, p.j}, twice(p.i, p.j) + 1);
    twice.compute_inline();
    EXPECT_TRUE(
        throws<user_error>([&] { p.function.iteration_space_svg({&twice}, p.i, p.j); },
                           {"computation \"twice\"", "computed inline", "has no instances"}));
    EXPECT_TRUE(throws<user_error>([&] { p.function.iteration_space_svg({}, p.i, p.j); },
                                   {"function \"small\"", "empty"}));
    EXPECT_TRUE(
        throws<user_error>([&] { p.function.draw_iteration_space("p.svg", {nullptr}, p.i, p.j); },
                           {"function \"small\"", "null"}));
    EXPECT_TRUE(throws<io_error>(
        [&] { p.function.draw_iteration_space("/nowhere/p.svg", {&p.C}, p.i, p.j); },
        {"/nowhere/p.svg"}));
}

TEST(PictureErrors, ValuesThatAreComputedElsewhereHaveNoInstances) {
    init("staged");
    const var i("i", 0, 4), j("j", 0, 4);
    computation s("s", {i, j}, i + j), t("t", {i, j}, s(i, j) * 2);
    s.compute_at(t, i);
    t.after(s, computation::root);
    const function staged = *global::get_implicit_function();
    EXPECT_TRUE(throws<user_error>([&] { staged.iteration_space_svg({&s}, i, j); },
                                   {"computation \"s\"", "is not run", "draw those"}));
}

} // namespace
} // namespace tiramisu::oracle
