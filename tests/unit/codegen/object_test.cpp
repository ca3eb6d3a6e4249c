#include <cstdlib>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include "codegen/header.h"
#include "support/golden.h"
#include "tiramisu/runtime.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using poly::loop_kind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// out(i, j) = 2 * in(i, j), parallel and vectorized, through a heap temporary.
core::program doubling() {
    const expr i = it("i"), j = it("j"), n = expr::variable("N", p_int32);
    core::program p = make_program(
        "doubling", {{"in", p_float32, a_input, {n, 16}}, {"out", p_float32, a_output, {n, 16}}},
        {assign("A", {"i", "j"}, "t", {i, j}, at("in", {i, j}, p_float32) * expr(2.0f)),
         assign("B", {"i", "j"}, "out", {i, j}, at("t", {i, j}, p_float32))});
    for (core::program_buffer &argument : p.arguments) {
        argument.reached = {{{n - expr(1), 15}, n > expr(0)}};
    }
    p.scalar_arguments.push_back({"N", p_int32, {}});
    p.temporaries.push_back({"t", p_float32, a_temporary, {n, 16}});
    return p;
}

const nest &doubling_loops() {
    static nest loops("[N] -> { A[i,j] -> [0,i,j] : 0 <= i < N and 0 <= j < 16; "
                      "B[i,j] -> [1,i,j] : 0 <= i < N and 0 <= j < 16 }");
    loops.kind(0, loop_kind::parallel).kind(1, loop_kind::vectorized);
    return loops;
}

void write(const std::string &path, const options &how = {}) {
    lower::write_object(doubling(), doubling_loops().ast(), path, how);
}

TEST(Header, SaysWhatEachArgumentIs) {
    expect_golden("codegen/doubling.h.txt", lower::header_text(doubling(), "doubling"));
}

TEST(Header, IsValidCAndCpp) {
    const temporary_folder folder;
    core::program p = doubling();
    p.scalar_arguments.push_back({"class", p_boolean, {}});
    p.arguments[0].name = "int";
    std::ofstream(folder / "f.h") << lower::header_text(p, "f");
    std::ofstream(folder / "use.c")
        << "#include \"f.h\"\n#include \"f.h\"\n"
           "int use(struct halide_buffer_t *a);\n"
           "int use(struct halide_buffer_t *a) { return f(a, a, 1, true); }\n";
    const std::string flags =
        " -Wall -Wextra -pedantic -Werror -c -o /dev/null " + (folder / "use.c");
    for (const std::string compiler :
         {"cc -std=c99", "cc -x c++ -std=c++17", "cc -x c++ -std=c++11"}) {
        const command_result result = run_command(compiler + flags);
        EXPECT_EQ(0, result.status) << compiler << "\n" << result.output;
    }
}

TEST(Object, LiesBesideItsHeader) {
    const temporary_folder folder;
    write(folder / "f.o");
    EXPECT_THAT(folder.files(), ElementsAre("f.o", "f.o.h"));
}

TEST(Object, NeedsNothingButTheRuntime) {
    const temporary_folder folder;
    write(folder / "f.o");
    const std::string symbols = run_command("nm -u " + (folder / "f.o")).output;
    std::istringstream lines(symbols);
    std::string kind, symbol;
    while (lines >> kind >> symbol) {
        EXPECT_THAT(symbol, ::testing::AnyOf("halide_do_par_for", "halide_malloc", "halide_free",
                                             "halide_error_out_of_memory",
                                             "halide_error_buffer_allocation_too_large",
                                             "tiramisu_argument_bytes",
                                             ::testing::StartsWith("tiramisu_error_")));
    }
}

/// Where the library that this test runs with lies; the runtime lies beside it.
std::string library_folder() {
    Dl_info where = {};
    dladdr(reinterpret_cast<void *>(&tiramisu_version), &where);
    const std::string path = where.dli_fname;
    return path.substr(0, path.rfind('/'));
}

TEST(Object, LinksAndRuns) {
    const temporary_folder folder;
    write(folder / "f.o");
    std::ofstream(folder / "main.c") << R"(
#include "f.o.h"
#include <HalideRuntime.h>
#include <stdio.h>
int main(void) {
    float in[48], out[48];
    struct halide_dimension_t dim[2] = {{0, 16, 1, 0}, {0, 3, 16, 0}};
    struct halide_buffer_t a = {0}, b = {0};
    for (int k = 0; k < 48; ++k) in[k] = k;
    a.host = (uint8_t *)in; b.host = (uint8_t *)out;
    a.type.code = b.type.code = halide_type_float; a.type.bits = b.type.bits = 32;
    a.type.lanes = b.type.lanes = 1;
    a.dimensions = b.dimensions = 2; a.dim = b.dim = dim;
    int code = doubling(&a, &b, 3);
    printf("%d %g %g\n", code, out[1], out[47]);
    dim[0].extent = 15;
    printf("%d\n", doubling(&a, &b, 3));
    return 0;
}
)";
    const std::string program = folder / "main";
    const command_result linked = run_command(
        "cc -std=gnu99 -o " + program + " " + (folder / "main.c") + " " + (folder / "f.o") + " -I" +
        library_folder() + "/../halide-headers " + library_folder() +
        "/libtiramisu_runtime.a " TIRAMISU_LINK_FLAGS " -fopenmp -lm -ldl -lpthread");
    ASSERT_EQ(0, linked.status) << linked.output;
    const std::string output = run_command(program).output;
    EXPECT_THAT(output, HasSubstr("0 2 94\n"));
    EXPECT_THAT(output,
                HasSubstr("argument \"in\" has stride 16 in dimension 1 (0 is the innermost "
                          "of 2), must be 15"));
    EXPECT_THAT(output, HasSubstr("-8\n"));
}

TEST(Object, IsTheSameForTheSameProgram) {
    const temporary_folder folder;
    // LLVM IR and bitcode are not among them: in those Halide numbers the scalar arguments through
    // the whole process.
    const environment_setting emit("TIRAMISU_EMIT", "stmt,assembly");
    write(folder / "a.o");
    write(folder / "b.o");
    for (const std::string ending : {".o", ".o.h", ".stmt", ".s"}) {
        EXPECT_TRUE(read_file(folder / ("a" + ending)) == read_file(folder / ("b" + ending)))
            << ending;
        EXPECT_FALSE(read_file(folder / ("a" + ending)).empty()) << ending;
    }
}

TEST(Object, HasFurtherFilesBesideItIfAsked) {
    const temporary_folder folder;
    const environment_setting emit("TIRAMISU_EMIT", "stmt,assembly,llvm_assembly,bitcode");
    write(folder / "f.o");
    EXPECT_THAT(folder.files(), ElementsAre("f.bc", "f.ll", "f.o", "f.o.h", "f.s", "f.stmt"));
    EXPECT_THAT(read_file(folder / "f.ll"), HasSubstr("define i32 @doubling("));
    EXPECT_EQ("BC", read_file(folder / "f.bc").substr(0, 2));
}

TEST(Object, InAMissingFolderIsAnErrorThatNamesIt) {
    const temporary_folder folder;
    try {
        write(folder / "missing/f.o");
        FAIL() << "nothing was thrown";
    } catch (const io_error &refused) {
        EXPECT_EQ(folder / "missing/f.o", refused.path());
        EXPECT_THAT(refused.what(), HasSubstr("does not exist"));
    }
    EXPECT_THAT(folder.files(), ElementsAre());
}

TEST(Object, ThatCannotBeWrittenLeavesNothing) {
    const temporary_folder folder;
    ASSERT_EQ(0, mkdir((folder / "f.o.h").c_str(), 0755)); // the header's place is taken
    EXPECT_THROW(write(folder / "f.o"), io_error);
    EXPECT_THAT(folder.files(), ElementsAre("f.o.h"));
    if (geteuid() != 0) {
        ASSERT_EQ(0, chmod(folder.path().c_str(), 0555));
        EXPECT_THROW(write(folder / "g.o"), io_error);
        ASSERT_EQ(0, chmod(folder.path().c_str(), 0755));
    }
}

TEST(Object, OfAnEarlierRunSurvivesAFailure) {
    const temporary_folder folder;
    std::ofstream(folder / "f.o") << "old";
    options how;
    how.target = "vax";
    EXPECT_THROW(write(folder / "f.o", how), unsupported_error);
    EXPECT_EQ("old", read_file(folder / "f.o"));
}

TEST(Object, FollowsTheEnvironment) {
    const temporary_folder folder;
    const environment_setting directory("TIRAMISU_OUTPUT_DIR", folder.path());
    write("f.o");
    EXPECT_THAT(folder.files(), ElementsAre("f.o", "f.o.h"));
    const environment_setting name("TIRAMISU_FUNCTION_NAME", "other");
    const environment_setting emit("TIRAMISU_EMIT", "stmt,assembly");
    write("build/g.o");
    EXPECT_THAT(folder.files(),
                ElementsAre("f.o", "f.o.h", "other.h", "other.o", "other.s", "other.stmt"));
    EXPECT_THAT(read_file(folder / "other.h"), HasSubstr("int other("));
    EXPECT_THAT(run_command("nm " + (folder / "other.o")).output, HasSubstr(" T other\n"));
}

TEST(Object, RefusesNamesThatAreNone) {
    const temporary_folder folder;
    for (const std::string asked : {"class", "a-b", "halide_f"}) {
        const environment_setting name("TIRAMISU_FUNCTION_NAME", asked);
        EXPECT_THROW(write(folder / "f.o"), user_error);
        EXPECT_THAT(folder.files(), ElementsAre());
    }
}

TEST(Object, RefusesKindsOfFilesItDoesNotKnow) {
    const temporary_folder folder;
    const environment_setting emit("TIRAMISU_EMIT", "stmt,poem");
    EXPECT_THROW(write(folder / "f.o"), user_error);
    EXPECT_THAT(folder.files(), ElementsAre());
}

std::string assembly(const std::string &target) {
    const temporary_folder folder;
    const environment_setting emit("TIRAMISU_EMIT", "assembly");
    options how;
    how.target = target;
    write(folder / "f.o", how);
    return read_file(folder / "f.s");
}

TEST(Target, DecidesTheRegistersUsed) {
    const std::string baseline = assembly("x86-64"), avx2 = assembly("avx2"),
                      avx512 = assembly("avx512");
    EXPECT_THAT(baseline, Not(HasSubstr("ymm")));
    EXPECT_THAT(avx2, HasSubstr("ymm"));
    EXPECT_THAT(avx2, Not(HasSubstr("zmm")));
    EXPECT_THAT(avx512, HasSubstr("zmm"));
    EXPECT_EQ(avx2, assembly("x86-64-linux-sse41-avx-avx2-fma-f16c"));
    EXPECT_FALSE(assembly("host").empty());
}

TEST(Target, ComesFromTheEnvironmentFirst) {
    const environment_setting target("TIRAMISU_TARGET", "x86-64");
    EXPECT_THAT(assembly("avx512"), Not(HasSubstr("ymm")));
}

TEST(Target, ThatIsNotKnownIsRefusedWithWhatIs) {
    for (const std::string target :
         {"vax", "x86-64-linux-mmx", "x86-64-windows", "arm-64-linux", "x86-64-linux-cuda"}) {
        try {
            assembly(target);
            FAIL() << target << " was accepted";
        } catch (const unsupported_error &refused) {
            EXPECT_THAT(refused.what(), HasSubstr("target \"" + target + "\""));
            EXPECT_THAT(refused.what(), HasSubstr("known are \"host\", \"x86-64\""));
        }
    }
}

} // namespace
} // namespace tiramisu::testing
