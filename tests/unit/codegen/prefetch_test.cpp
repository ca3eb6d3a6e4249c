#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/temporary_file.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using ::testing::ContainsRegex;

/// Sums of rows of 40 floats: blocks of 8 rows run in parallel.
struct row_sums : in_function {
    explicit row_sums(const std::string &name) : in_function(name) {
        in.store_in(&in_mem);
        sums.store_in(&out);
        sums(i) += in(i, j);
        sums.split(i, 8, "io", "ii").parallelize("io");
    }
    const var i = var("i", 0, 64), j = var("j", 0, 40);
    buffer in_mem = buffer("in_mem", {64, 40}, p_float32, a_input),
           out = buffer("out", {64}, p_float32, a_output);
    input in = input("in", {i, j}, p_float32);
    computation sums = computation("sums", {i}, expr(0.0f));
};

TEST(Prefetch, BecomesAnInstruction) {
    const temporary_folder folder;
    const environment_setting extra("TIRAMISU_EMIT", "assembly");
    row_sums f("prefetched");
    f.sums.prefetch(f.in, "ii", 4);
    current().codegen({&f.in_mem, &f.out}, folder / "prefetched.o");
    EXPECT_THAT(read_file(folder / "prefetched.s"), ContainsRegex("prefetch(t0|nta|w)?[ \t]"));
}

TEST(Prefetch, BehindTheEndIsHarmless) {
    row_sums f("far");
    f.sums.prefetch(f.in, "ii", 1 << 20);
    std::vector<float> in(64 * 40, 0.5f), sums(64);
    const compiled_function code = current().compile({&f.in_mem, &f.out});
    ASSERT_EQ(0, code({{in.data(), {64, 40}}, {sums.data(), {64}}}));
    EXPECT_EQ(std::vector<float>(64, 20.0f), sums);
}

} // namespace
} // namespace tiramisu::testing
