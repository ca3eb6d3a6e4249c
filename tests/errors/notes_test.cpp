// What is accepted although it may be a mistake: function::notes(), and who prints it.

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/environment_setting.h"
#include "support/small_programs.h"
#include "support/temporary_folder.h"

namespace tiramisu::oracle {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Notes : public ::testing::Test {
protected:
    small_program p{"noted"};
    const testing::temporary_folder folder;

    /// What a generation with these options prints to standard error.
    std::string printed(const options &opts = {}) {
        ::testing::internal::CaptureStderr();
        p.function.codegen(p.arguments(), folder / "noted.o", opts);
        return ::testing::internal::GetCapturedStderr();
    }
};

TEST_F(Notes, ATagOnALevelThatThereIsNot) {
    p.C.tag_parallel_level(2);
    EXPECT_THAT(p.function.notes(), ElementsAre(HasSubstr("notes_test.cpp:")));
    EXPECT_THAT(
        p.function.notes().front(),
        HasSubstr("computation \"C\": tag_parallel_level(2): there is no such level, so nothing "
                  "is tagged; its loops are \"i\", \"j\", at levels from 0"));
}

TEST_F(Notes, ARangeThatEndsBeforeItBegins) {
    const var q("q", 5, 2), none("none", 3, 3);
    computation D("D", {q, p.j}, p.C(q, p.j) * 2), E("E", {none, p.j}, p.C(none, p.j) * 2);
    printed();
    EXPECT_THAT(p.function.notes(),
                ElementsAre(HasSubstr("computation \"D\": runs for no \"q\", which ends at 2, "
                                      "before it begins at 5")));
    EXPECT_THAT(p.function.notes().front(), HasSubstr("notes_test.cpp:"));
}

TEST_F(Notes, CommandsOnWhatIsLeftOver) {
    p.C.vectorize(p.j, 4);
    p.C.get_update(1).tag_parallel_level(0);
    EXPECT_THAT(p.function.notes(),
                ElementsAre(HasSubstr("computation \"C\": tag_parallel_level(0): is given for what "
                                      "vectorize or unroll leaves over, which goes where the rest "
                                      "goes")));
}

TEST_F(Notes, ASecondComputationToFollow) {
    computation D("D", {p.i, p.j}, p.C(p.i, p.j) * 2), E("E", {p.i, p.j}, D(p.i, p.j) * 2);
    E.after(p.C, p.i);
    E.after(D, p.i);
    EXPECT_THAT(
        p.function.notes(),
        ElementsAre(HasSubstr("computation \"E\": after(D, i): follows \"C\" already; it comes "
                              "after both, inside the loops of \"")));
}

/// The triangle j <= i in tiles, with vectors inside.
struct tiled_triangle {
    explicit tiled_triangle(tail rest) : implicit((init("triangle"), 0)) {
        c.store_in(&out);
        c.tile(i, j, 8, 8, "i0", "j0", "i1", "j1").vectorize("j1", 4, rest);
        global::get_implicit_function()->set_complete_schedule(true); // tiles stay tiles
        global::get_implicit_function()->compile({&out});
    }
    int implicit;
    const var i = var("i", 0, 30), j = var("j", 0, i + 1);
    buffer out = buffer("out", {30, 30}, p_int32, a_output);
    computation c = computation("c", {i, j}, i + j);
};

TEST(VectorNotes, ALoopWhoseIterationsAreNeverConstantRunsOneByOne) {
    const tiled_triangle p(tail::separated);
    EXPECT_THAT(
        global::get_implicit_function()->notes(),
        ElementsAre(HasSubstr("computation \"c\": vectorize(j1, 4, tail::separated): the "
                              "iterations of loop \"j1_vec\" run one by "
                              "one, since their number is not constant wherever the loop stands; "
                              "vectorize(..., tail::masked) runs them on the lanes of vectors")));
}

TEST(VectorNotes, MaskedLoopsRunOnVectors) {
    const tiled_triangle p(tail::masked);
    EXPECT_THAT(global::get_implicit_function()->notes(), IsEmpty());
}

TEST_F(Notes, APartThatDoesNotFillAVectorIsNone) {
    const constant n("n", p_int32);
    const var x("x", 0, n);
    buffer d_mem("d_mem", {16}, p_int32, a_output);
    computation D("D", {x}, x + 1);
    D.store_in(&d_mem);
    D.vectorize(x, 4);
    p.C.tile(p.i, p.j, 3, 3, "a", "b", "c", "d").vectorize("d", 2);
    p.function.set_complete_schedule(true);
    p.function.compile({&p.a_mem, &p.c_mem, &d_mem});
    EXPECT_THAT(p.function.notes(), IsEmpty());
}

TEST_F(Notes, ThereAreNoneOfARightProgram) {
    p.C.parallelize(p.i).vectorize(p.j, 8);
    EXPECT_THAT(p.function.notes(), IsEmpty());
}

TEST_F(Notes, ARefusedBlockLeavesNone) {
    computation D("D", {p.i}, p.C(p.i, 0) * 2);
    EXPECT_ANY_THROW(block({&p.C, &D}).tag_vector_level(1, 0));
    EXPECT_THAT(p.function.notes(), IsEmpty());
}

TEST_F(Notes, TheLibraryPrintsThemWhereItIsAskedTo) {
    p.C.tag_parallel_level(2);
    EXPECT_EQ("", printed());
    {
        const testing::environment_setting debug("TIRAMISU_DEBUG", "1");
        EXPECT_EQ(p.function.notes().front() + "\n", printed());
    }
    {
        const testing::environment_setting debug("TIRAMISU_DEBUG", "0");
        EXPECT_EQ("", printed());
    }
    std::ostringstream stream;
    options opts;
    opts.debug_stream = &stream;
    const testing::environment_setting debug("TIRAMISU_DEBUG", "notes:1");
    EXPECT_EQ("", printed(opts));
    EXPECT_EQ(p.function.notes().front() + "\n", stream.str());
}

} // namespace
} // namespace tiramisu::oracle
