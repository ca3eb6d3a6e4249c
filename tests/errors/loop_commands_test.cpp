// Wrong arguments of loop commands: what the error says, and that nothing has changed.

#include <functional>

#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

class LoopCommandErrors : public ::testing::Test {
protected:
    small_program p;

    /// The call throws a user_error with these texts and leaves the schedule as it was; a right
    /// command still works afterwards.
    template <typename Call>
    void refused(Call &&call, const std::vector<std::string> &parts) {
        const std::string before = p.function.schedule_text();
        const std::vector<std::string> loops = p.C.get_loop_names();
        EXPECT_TRUE(throws<user_error>(call, parts));
        EXPECT_EQ(p.function.schedule_text(), before);
        EXPECT_EQ(p.C.get_loop_names(), loops);
        const std::string first = loops.front();
        EXPECT_NO_THROW(p.C.split(var(first), 4, var("after_o"), var("after_i")));
        EXPECT_NE(p.function.schedule_text(), before);
    }
};

TEST_F(LoopCommandErrors, AnUnknownLoopIsNamedWithThoseThereAre) {
    refused([&] { p.C.split("z", 4, "z0", "z1"); },
            {"computation \"C\"", "split(z, 4, z0, z1)", "there is no loop \"z\"", "\"i\", \"j\""});
}

TEST_F(LoopCommandErrors, AnErrorNamesTheLineOfTheCall) {
    const int line = __LINE__ + 1;
    const auto call = [&] { p.C.parallelize("z"); };
    refused(call, {"loop_commands_test.cpp:" + std::to_string(line) + ":"});
}

TEST_F(LoopCommandErrors, AnUnknownLevelIsNamedWithThoseThereAre) {
    refused([&] { p.C.split(2, 4); }, {"computation \"C\"", "split(2, 4)",
                                       "there is no loop at level 2", "\"i\", \"j\"", "from 0"});
}

TEST_F(LoopCommandErrors, ANegativeLevelIsNoLoop) {
    refused([&] { p.C.split(-1, 4); }, {"there is no loop at level -1"});
}

TEST_F(LoopCommandErrors, ALoopThatASplitReplacedIsUnknown) {
    p.C.split(p.j, 4, "j0", "j1");
    refused([&] { p.C.vectorize(p.j, 4); },
            {"vectorize(j, 4)", "there is no loop \"j\"", "\"i\", \"j0\", \"j1\""});
}

TEST_F(LoopCommandErrors, LoopsAreNotSplitWithoutEnd) {
    for (int count = 2; count < 64; count++) {
        p.C.split(0, 1);
    }
    EXPECT_TRUE(throws<user_error>(
        [&] { p.C.split(0, 1); },
        {"computation \"C\"", "split(0, 1)", "would make 65 loops, at most 64 are possible"}));
    EXPECT_EQ(p.C.get_loop_names().size(), 64u);
}

TEST_F(LoopCommandErrors, AFactorOfZeroIsTooSmall) {
    refused([&] { p.C.split(p.j, 0, "j0", "j1"); },
            {"computation \"C\"", "split(j, 0, j0, j1)",
             "factor of loop \"j\" is 0, must be at least 1"});
}

TEST_F(LoopCommandErrors, ANegativeFactorIsTooSmall) {
    refused(
        [&] { p.C.tile(p.i, p.j, 4, -2, "i0", "j0", "i1", "j1"); },
        {"tile(i, j, 4, -2, i0, j0, i1, j1)", "factor of loop \"j\" is -2, must be at least 1"});
}

TEST_F(LoopCommandErrors, AVectorWidthOfZeroIsTooSmall) {
    refused([&] { p.C.vectorize(p.j, 0); }, {"vectorize(j, 0)", "factor of loop \"j\" is 0"});
}

TEST_F(LoopCommandErrors, AnUnrollFactorOfZeroIsTooSmall) {
    refused([&] { p.C.unroll(p.j, 0); }, {"unroll(j, 0)", "factor of loop \"j\" is 0"});
}

TEST_F(LoopCommandErrors, OneLoopCannotBeTiledTwice) {
    refused([&] { p.C.tile(p.i, p.i, 4, 4, "i0", "j0", "i1", "j1"); },
            {"tile(i, i, 4, 4", "names loop \"i\" twice"});
}

TEST_F(LoopCommandErrors, OneLoopCannotBeInterchangedWithItself) {
    refused([&] { p.C.interchange(p.i, p.i); }, {"interchange(i, i)", "names loop \"i\" twice"});
}

TEST_F(LoopCommandErrors, TiledLoopsAreNested) {
    refused([&] { p.C.tile(p.j, p.i, 4, 4, "j0", "i0", "j1", "i1"); },
            {"loops \"j\" and \"i\" are at levels 1 and 0", "interchange first"});
}

TEST_F(LoopCommandErrors, NamesOfLoopsDiffer) {
    refused([&] { p.C.split(p.j, 4, "i", "j1"); },
            {"split(j, 4, i, j1)", "would give two loops the name \"i\""});
}

TEST_F(LoopCommandErrors, NamesOfOneSplitDiffer) {
    refused([&] { p.C.split(p.j, 4, "x", "x"); }, {"would give two loops the name \"x\""});
}

TEST_F(LoopCommandErrors, ALoopIsVectorizedOnce) {
    p.C.vectorize(p.j, 4);
    refused([&] { p.C.vectorize(p.j, 4); },
            {"would give two loops the name \"j_vec\"",
             "this one holds the lanes of a vector already; vectorize once, or name the loops: "
             "vectorize(loop, width, outer, inner)"});
}

TEST_F(LoopCommandErrors, ASkewByNothingIsRefused) {
    refused([&] { p.C.skew(p.i, p.j, 0, 0, "a", "b"); },
            {"skew(i, j, 0, 0, a, b)", "does not reach every integer point",
             "of two factors one must not be 0"});
}

TEST_F(LoopCommandErrors, ASkewMatrixIsUnimodular) {
    refused([&] { p.C.skew(p.i, p.j, 1, 1, 1, 3, "a", "b"); },
            {"skew(i, j, 1, 1, 1, 3, a, b)", "a*d - b*c must be 1 or -1"});
}

TEST_F(LoopCommandErrors, SkewedLoopsAreNested) {
    refused([&] { p.C.skew(p.j, p.i, 1, 1, "a", "b"); }, {"interchange first"});
}

TEST_F(LoopCommandErrors, ATileHasASizeForEachLoop) {
    refused(
        [&] {
            p.C.tile({p.i, p.j}, {4});
        },
        {"tile({i, j}, {4})", "gives 1 sizes for 2 loops; give one for each"});
}

TEST_F(LoopCommandErrors, ATileHasNamesForEachLoop) {
    refused(
        [&] {
            p.C.tile({p.i, p.j}, {4, 4}, {"a", "b"}, {"c"});
        },
        {"tile({i, j}, {4, 4}, {a, b}, {c})", "gives 1 names for 2 loops; give one for each"});
}

TEST_F(LoopCommandErrors, ATileOfNoLoopIsNone) {
    refused([&] { p.C.tile(std::vector<var>(), {}); }, {"names no loop; give at least one"});
}

TEST_F(LoopCommandErrors, ASizeInAListIsAtLeastOne) {
    refused(
        [&] {
            p.C.tile({p.i, p.j}, {4, 0});
        },
        {"tile({i, j}, {4, 0})", "factor of loop \"j\" is 0, must be at least 1"});
}

TEST_F(LoopCommandErrors, ReorderNamesEveryLoopOnce) {
    refused(
        [&] {
            p.C.reorder({p.i, p.j, p.i});
        },
        {"reorder({i, j, i})", "names loop \"i\" twice; give loops that differ"});
}

TEST_F(LoopCommandErrors, ReorderedLoopsAreThere) {
    refused(
        [&] {
            p.C.reorder({p.i, p.k});
        },
        {"reorder({i, k})", "there is no loop \"k\"; its loops are \"i\", \"j\""});
}

TEST_F(LoopCommandErrors, ATransformIsUnimodular) {
    refused(
        [&] {
            p.C.transform({{2, 1}, {0, 1}});
        },
        {"transform({{2, 1}, {0, 1}})", "the determinant of the matrix is 2", "1 or -1"});
}

TEST_F(LoopCommandErrors, ATransformIsASquareMatrix) {
    refused(
        [&] {
            p.C.transform({{1, 0}, {1}});
        },
        {"transform({{1, 0}, {1}})", "matrix of 2 loops must have 2 rows of 2 numbers"});
}

TEST_F(LoopCommandErrors, ATransformOfGivenLoopsHasARowForEach) {
    refused(
        [&] {
            p.C.transform({p.i}, {{1, 0}, {0, 1}});
        },
        {"transform({i}, {{1, 0}, {0, 1}})", "matrix of 1 loops must have 1 rows of 1 numbers"});
}

TEST_F(LoopCommandErrors, ATransformHasNoMoreRowsThanThereAreLoops) {
    refused(
        [&] {
            p.C.transform({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
        },
        {"the matrix has 3 rows and the computation has 2 loops"});
}

TEST_F(LoopCommandErrors, TransformedLoopsAreNested) {
    refused(
        [&] {
            p.C.transform({p.j, p.i}, {{1, 0}, {1, 1}});
        },
        {"loops \"j\" and \"i\" are at levels 1 and 0", "interchange first"});
}

TEST_F(LoopCommandErrors, ATagDoesNotSurviveATransformThatMixesItsLoop) {
    p.C.parallelize(p.j);
    refused(
        [&] {
            p.C.transform({{1, 0}, {1, 1}});
        },
        {"loop \"j\" is tagged, and no row of the matrix is that loop alone", "transform first"});
}

TEST_F(LoopCommandErrors, CollapsedLoopsAreNested) {
    refused([&] { p.C.collapse(p.j, p.i); },
            {"collapse(j, i)", "loops \"j\" and \"i\" are at levels 1 and 0"});
}

TEST_F(LoopCommandErrors, CollapsedLoopsRunInTheSameWay) {
    p.C.parallelize(p.i);
    refused([&] { p.C.collapse(p.i, p.j); }, {"loops \"i\" and \"j\" do not run in the same way",
                                              "collapse them before one of them is tagged"});
}

TEST_F(LoopCommandErrors, TheInnerOfCollapsedLoopsHasConstantBounds) {
    const constant n("n", p_int32);
    const var x("x", 0, 8), y("y", 0, n), z("z", x, x + 4);
    computation D("D", {x, y}, x + y), E("E", {x, z}, x + z);
    const std::vector<std::string> parts = {"the bounds of loop \"y\" are not constant",
                                            "split it and collapse its inner part"};
    EXPECT_TRUE(throws<user_error>([&] { D.collapse(x, y); }, parts));
    EXPECT_TRUE(
        throws<user_error>([&] { E.collapse(x, z); },
                           {"collapse(x, z)", "the bounds of loop \"z\" are not constant"}));
    EXPECT_NO_THROW(D.split(y, 4).collapse("y_outer", "y_inner"));
}

TEST_F(LoopCommandErrors, AnUnrollAndJamFactorOfZeroIsTooSmall) {
    refused([&] { p.C.unroll_and_jam(p.i, 0); },
            {"unroll_and_jam(i, 0)", "factor of loop \"i\" is 0"});
}

TEST_F(LoopCommandErrors, LanesOfAVectorAreNotUnrolled) {
    p.C.vectorize(p.j, 4, "j0", "j1");
    refused([&] { p.C.unroll("j1"); }, {"unroll(j1)", "loop \"j1\" is vectorized"});
}

TEST_F(LoopCommandErrors, LanesOfAVectorAreNotSplit) {
    p.C.vectorize(p.j, 4, "j0", "j1");
    refused([&] { p.C.split("j1", 2, "x", "y"); },
            {"loop \"j1\" is vectorized", "before vectorize"});
}

TEST_F(LoopCommandErrors, PeelTakesAtLeastOneIteration) {
    refused([&] { p.C.peel_first(p.j, 0); },
            {"peel_first(j, 0)", "peels 0 iterations off loop \"j\"; give at least 1"});
}

TEST_F(LoopCommandErrors, LanesOfAVectorAreNotPeeled) {
    p.C.vectorize(p.j, 4, "j0", "j1");
    refused([&] { p.C.peel_last("j1"); }, {"peel_last(j1, 1)", "loop \"j1\" is vectorized"});
}

TEST_F(LoopCommandErrors, APeeledLoopIsNotMadeIntoAnother) {
    p.C.peel_last(p.j);
    const std::string problem = "the ends of loop \"j\" are peeled; give this command before peel";
    for (const auto &call : std::vector<std::function<void()>>{
             [&] { p.C.vectorize(p.j, 4); }, [&] { p.C.tag_vector_level(p.j, 8); },
             [&] { p.C.unroll(p.j); }, [&] { p.C.skew(p.i, p.j, 1, 1, "a", "b"); },
             [&] {
                 p.C.transform({{1, 0}, {1, 1}});
             },
             [&] { p.C.collapse(p.i, p.j); }}) {
        EXPECT_TRUE(throws<user_error>(call, {"computation \"C\"", problem}));
    }
    EXPECT_EQ("C.peel_last(j, 1);\n", p.function.schedule_text());
}

TEST_F(LoopCommandErrors, AnInputHasNoLoops) {
    refused([&] { p.A.parallelize(p.i); },
            {"computation \"A\"", "parallelize(i)", "has no expression", "no loops to schedule"});
}

TEST_F(LoopCommandErrors, ALoopOfUnknownLengthIsNotUnrolledWhole) {
    const constant n("n", p_int32);
    const var x("x", 0, n);
    computation D("D", {x}, cast(p_int32, x));
    EXPECT_TRUE(throws<user_error>(
        [&] { D.unroll(x); },
        {"unroll(x)", "the number of iterations of loop \"x\" is not known while compiling",
         "split it by the number to unroll"}));
}

} // namespace
} // namespace tiramisu::oracle
