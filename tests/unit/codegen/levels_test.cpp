// Functions that are compiled for several levels of one kind of processor, one of which a call
// takes.

#include <fstream>

#include <gmock/gmock.h>

#include "support/environment_setting.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// out(i) = a value: which level ran is told by it.
void write_level(const std::string &target, float value, const std::string &path) {
    core::program p = make_program("chosen", {{"out", p_float32, a_output, {8}}},
                                   {assign("A", {"i"}, "out", {it("i")}, expr(value))});
    p.arguments.front().reached = {{{expr(7)}, expr(true)}};
    options opts;
    opts.target = target;
    lower::write_object(p, nest("{ A[i] -> [i] : 0 <= i < 8 }").ast(), path, opts);
}

/// What the function says when the processor is taken to have some features alone.
class ChosenLevel : public ::testing::Test {
protected:
    temporary_folder folder_;

    void link(const std::vector<std::pair<std::string, float>> &levels) {
        std::string all, objects;
        for (const auto &[target, value] : levels) {
            all += (all.empty() ? "" : ",") + target;
        }
        const environment_setting asked("TIRAMISU_LEVELS", all);
        for (const auto &[target, value] : levels) {
            write_level(target, value, folder_ / (target + ".o"));
            objects += " " + (folder_ / (target + ".o"));
        }
        objects += " " + (folder_ / (levels.back().first + "_levels.o"));
        std::ofstream(folder_ / "main.c") << R"(
#include <HalideRuntime.h>
#include <stdio.h>
#include <stdlib.h>
#include "avx2.h"
static uint64_t missing;
static int judge(int count, const uint64_t *features) { return count > 0 && (features[0] & missing) == 0; }
int main(int argc, char **argv) {
    float values[8] = {0};
    halide_dimension_t dim = {0, 8, 1, 0};
    halide_buffer_t out = {0, 0, (uint8_t *)values, 0, {halide_type_float, 32, 1}, 1, &dim, 0};
    for (int i = 1; i < argc; ++i) missing |= (uint64_t)1 << atoi(argv[i]);
    halide_set_custom_can_use_target_features(judge);
    int status = chosen(&out);
    printf("%d %g\n", status, values[7]);
    return 0;
}
)";
        const std::string build = TIRAMISU_C_LINKER " -o " + (folder_ / "main") + " -I" +
                                  folder_.path() + " -I" + library_folder() +
                                  "/../halide-headers " + (folder_ / "main.c") + objects + " " +
                                  library_folder() + "/libtiramisu_runtime.a -lm -lpthread -ldl";
        const command_result built = run_command(build);
        ASSERT_EQ(0, built.status) << built.output;
    }

    std::string run(const std::vector<int> &missing) {
        std::string command = folder_ / "main";
        for (const int feature : missing) {
            command += " " + std::to_string(feature);
        }
        return run_command(command + " 2>&1").output;
    }
};

TEST_F(ChosenLevel, IsTheFirstThatTheProcessorRuns) {
    link({{"avx512", 3.0f}, {"avx2", 2.0f}, {"x86-64", 1.0f}});
    constexpr int avx2 = Halide::Target::AVX2, avx512 = Halide::Target::AVX512;
    EXPECT_EQ("0 1\n", run({avx2, avx512}));
    if (__builtin_cpu_supports("avx2") != 0) {
        EXPECT_EQ("0 2\n", run({avx512}));
    }
    if (__builtin_cpu_supports("avx512bw") != 0) {
        EXPECT_EQ("0 3\n", run({}));
    }
}

TEST_F(ChosenLevel, IsAnErrorWhereTheProcessorRunsNone) {
    link({{"avx512", 3.0f}, {"avx2", 2.0f}});
    EXPECT_EQ("tiramisu: chosen: this processor runs none of the levels that the function was "
              "compiled for: avx512, avx2; add one with fewer features as the last\n" +
                  std::to_string(halide_error_code_requirement_failed) + " 0\n",
              run({Halide::Target::AVX2}));
}

TEST(Levels, AreCalledByTheirTargets) {
    const temporary_folder folder;
    const environment_setting levels("TIRAMISU_LEVELS", "avx2,x86-64");
    write_level("x86-64", 1.0f, folder / "f.o");
    EXPECT_THAT(folder.files(), ElementsAre("f.h", "f.o", "f.o.h", "f_levels.o"));
    EXPECT_THAT(run_command("nm " + (folder / "f.o")).output, HasSubstr(" T chosen_x86_64\n"));
    EXPECT_THAT(read_file(folder / "f.h"), HasSubstr("int chosen(struct halide_buffer_t *out);"));
}

void expect_refused(const std::string &levels, const std::string &target, const std::string &why) {
    const temporary_folder folder;
    const environment_setting asked("TIRAMISU_LEVELS", levels);
    EXPECT_TRUE(oracle::throws<user_error>([&] { write_level(target, 1.0f, folder / "f.o"); },
                                           {"TIRAMISU_LEVELS \"", why}))
        << levels;
    EXPECT_THAT(folder.files(), ElementsAre());
}

TEST(Levels, ThatCannotBeChosenAmongAreRefused) {
    expect_refused("avx512,avx2", "sse41",
                   "codegen: the target \"sse41\" is none of them; compile once for each level");
    expect_refused("avx2,avx2", "avx2", "\"avx2\" is named twice");
    expect_refused("avx2,host", "avx2",
                   "\"host\" is another target on every machine; name the features of a level");
    expect_refused("avx2,aarch64-linux", "avx2",
                   "\"avx2\" and \"aarch64-linux\" are different kinds of processors; compile for "
                   "each in a library of its own");
}

} // namespace
} // namespace tiramisu::testing
