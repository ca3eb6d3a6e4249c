#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/temporary_file.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

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

/// Sums of rows of any lengths, four elements of a row at a time.
struct compressed_row_sums : in_function {
    explicit compressed_row_sums(const std::string &name) : in_function(name) {
        values.store_in(&values_mem);
        starts.store_in(&starts_mem);
        sums.store_in(&out);
        sums(i) += values(starts(i) + group * 4 + e);
    }
    static constexpr int rows = 5;
    const std::vector<int> begins = {0, 8, 8, 12, 24, 28};
    const var i = var("i", 0, rows), e = var("e", 0, 4);
    buffer values_mem = buffer("values_mem", {28}, p_float32, a_input),
           starts_mem = buffer("starts_mem", {rows + 1}, p_int32, a_input),
           out = buffer("out", {rows}, p_float32, a_output);
    input values = input("values", {var("k", 0, 28)}, p_float32),
          starts = input("starts", {var("r", 0, rows + 1)}, p_int32);
    const var group = var("group", 0, (starts(i + 1) - starts(i)) / 4);
    computation sums = computation("sums", {i}, expr(0.0f));

    /// Runs it, and compares with the sums of every row.
    void expect_right() {
        std::vector<float> given(28), sums_of(rows), wanted(rows);
        for (std::size_t k = 0; k < given.size(); ++k) {
            given[k] = static_cast<float>(k);
        }
        for (std::size_t row = 0; row < wanted.size(); ++row) {
            for (int k = begins[row]; k < begins[row + 1]; ++k) {
                wanted[row] += given[static_cast<std::size_t>(k)];
            }
        }
        std::vector<int> starts_of = begins;
        const compiled_function code = current().compile({&values_mem, &starts_mem, &out});
        ASSERT_EQ(
            0,
            code({{given.data(), {28}}, {starts_of.data(), {rows + 1}}, {sums_of.data(), {rows}}}));
        EXPECT_EQ(wanted, sums_of);
    }
};

TEST(Prefetch, AsksForOneLineOfWhatLiesWhereMemorySays) {
    const temporary_folder folder;
    const environment_setting extra("TIRAMISU_EMIT", "stmt");
    compressed_row_sums f("compressed");
    f.sums.prefetch(f.values, "group", 16);
    f.sums.tag_unroll_level("e");
    current().codegen({&f.values_mem, &f.starts_mem, &f.out}, folder / "compressed.o");
    // The first of four elements, 16 groups ahead.
    EXPECT_THAT(read_file(folder / "compressed.stmt"),
                HasSubstr("prefetch(values_mem, (starts_mem[i.1] + (group*4)) + 64, 1, 1)"));
}

TEST(Prefetch, RowsOfAnyLengthAreStillWhole) {
    compressed_row_sums f("whole");
    f.sums.prefetch(f.values, "group", 16);
    f.expect_right();
}

TEST(Prefetch, RowsInParallelAreStillWhole) {
    compressed_row_sums f("parallel");
    f.sums.parallelize("i");
    f.sums.prefetch(f.values, "group", 1 << 20);
    f.expect_right();
}

} // namespace
} // namespace tiramisu::testing
