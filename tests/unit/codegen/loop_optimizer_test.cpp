#include <algorithm>
#include <cstddef>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codegen/expressions/target.h"
#include "codegen/loop_optimizer.h"
#include "support/functions.h"
#include "support/temporary_folder.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

bool is_optimized(const poly::ast &loops) {
    return lower::with_loop_optimizer(lower::parse_target("avx2"), loops)
        .has_feature(Halide::Target::EnableLLVMLoopOpt);
}

TEST(LoopOptimizer, RunsWhereTheScheduleLeavesRegistersAlone) {
    const nest loops("{ S[i, j] -> [i, j] : 0 <= i < 40 and 0 <= j < 40 }");
    poly::ast made = loops.ast();
    EXPECT_TRUE(is_optimized(made));
    made.registers_are_scheduled = true;
    EXPECT_FALSE(is_optimized(made));
}

/// What the compiler makes of a nest without a schedule: so many rows of 1,000 elements.
std::string assembly_for(const std::string &target, int rows = 1) {
    const temporary_folder folder;
    const environment_setting extra("TIRAMISU_EMIT", "assembly"),
        machine("TIRAMISU_TARGET", target);
    in_function f("doubled");
    const var i("i", 0, rows), j("j", 0, 1000);
    buffer in_mem("in_mem", {rows, 1000}, p_float32, a_input),
        out("out", {rows, 1000}, p_float32, a_output);
    input in("in", {i, j}, p_float32);
    in.store_in(&in_mem);
    computation doubled("doubled", {i, j}, in(i, j) * 2.0f);
    doubled.store_in(&out);
    current().codegen({&in_mem, &out}, folder / "doubled.o");
    return read_file(folder / "doubled.s");
}

TEST(LoopOptimizer, TakesVectorsOfTheWholeWidth) {
    for (const char *machine : {"sapphirerapids", "zen4", "zen5"}) {
        EXPECT_THAT(assembly_for(machine), ::testing::HasSubstr("%zmm")) << machine;
    }
    EXPECT_THAT(assembly_for("haswell"), ::testing::HasSubstr("%ymm"));
}

std::ptrdiff_t lines_of(const std::string &text) {
    return std::count(text.begin(), text.end(), '\n');
}

TEST(LoopOptimizer, UnrollsNoLoopsOfRows) {
    for (const char *machine : {"haswell", "sapphirerapids", "zen4"}) {
        EXPECT_LT(lines_of(assembly_for(machine, 10)), 2 * lines_of(assembly_for(machine, 1000)))
            << machine;
    }
}

} // namespace
} // namespace tiramisu::testing
