#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/temporary_file.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

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

/// What the compiler makes of row_sums where a row is asked for so many rows ahead.
std::string assembly_of_rows_ahead(int distance) {
    const temporary_folder folder;
    const environment_setting extra("TIRAMISU_EMIT", "assembly");
    row_sums f("prefetched");
    f.sums.prefetch(f.in, "ii", distance);
    current().codegen({&f.in_mem, &f.out}, folder / "prefetched.o");
    return read_file(folder / "prefetched.s");
}

TEST(Prefetch, AsksTheFirstLevelForWhatIsReadSoon) {
    const std::string assembly = assembly_of_rows_ahead(4);
    EXPECT_THAT(assembly, HasSubstr("prefetchnta"));
    EXPECT_THAT(assembly, Not(HasSubstr("prefetcht1")));
}

TEST(Prefetch, AsksTheSecondLevelForWhatIsReadBehindTheLoop) {
    const std::string assembly = assembly_of_rows_ahead(8);
    EXPECT_THAT(assembly, HasSubstr("prefetcht1"));
    EXPECT_THAT(assembly, Not(HasSubstr("prefetchnta")));
}

TEST(Prefetch, AsksTheSecondLevelForMoreThanTheFirstKeeps) {
    const temporary_folder folder;
    const environment_setting extra("TIRAMISU_EMIT", "assembly");
    in_function f("many_lines");
    const var i("i", 0, 64), j("j", 0, 1024);
    buffer in_mem("in_mem", {64, 1024}, p_float32, a_input), out("out", {64}, p_float32, a_output);
    input in("in", {i, j}, p_float32);
    in.store_in(&in_mem);
    computation sums("sums", {i}, expr(0.0f));
    sums.store_in(&out);
    sums(i) += in(i, j);
    sums.prefetch(in, i, 5); // of 64 lines each
    current().codegen({&in_mem, &out}, folder / "many_lines.o");
    EXPECT_THAT(read_file(folder / "many_lines.s"), HasSubstr("prefetcht1"));
}

/// Sums of products, computed for one row and a block of filters of the result at a time. Filters
/// of w lie in such blocks.
struct blocked_sums : in_function {
    explicit blocked_sums(const std::string &name, int filters_of_a_block = 32)
        : in_function(name), block(filters_of_a_block) {
        w.store_in(&w_mem, {f / block, c, f % block});
        in.store_in(&in_mem);
        result.store_in(&out);
        result.split(f, block, "f_block", "f_in").interchange(n, "f_block");
        steps.split(c, 8, "c_block", "c_in").reorder({n, "c_block", "c_in", f});
        sums.compute_at(result, n);
    }
    const int block;
    const var n = var("n", 0, rows), f = var("f", 0, 2 * block), c = var("c", 0, channels);
    buffer w_mem = buffer("w_mem", {2, channels, block}, p_float32, a_input),
           in_mem = buffer("in_mem", {rows, channels}, p_float32, a_input),
           out = buffer("out", {rows, 2 * block}, p_float32, a_output);
    input w = input("w", {f, c}, p_float32), in = input("in", {n, c}, p_float32);
    computation sums = computation("sums", {n, f}, expr(0.0f));
    computation steps = (sums(n, f) += w(f, c) * in(n, c));
    computation result = computation("result", {n, f}, sums(n, f) * 2.0f);

    static constexpr int rows = 6, channels = 24;
};

/// How often the caches are asked in one iteration.
std::size_t hints_of(blocked_sums &f) {
    const temporary_folder folder;
    const environment_setting extra("TIRAMISU_EMIT", "stmt");
    f.steps.prefetch(f.w, "c_in", 8);
    current().codegen({&f.w_mem, &f.in_mem, &f.out}, folder / "inside.o");
    const std::string loops = read_file(folder / "inside.stmt"), hint = "llvm.prefetch";
    const std::size_t first = loops.find(hint);
    const std::string around = loops.substr(0, first);
    EXPECT_THAT(around.substr(around.rfind("for (")), HasSubstr("c_in"));
    const std::size_t end = loops.find("for (", first);
    std::size_t found = 0;
    for (std::size_t at = first; at < end; at = loops.find(hint, at + 1)) {
        found++;
    }
    return found;
}

TEST(Prefetch, OfWhatIsComputedInsideIsInItsLoops) {
    blocked_sums f("inside");
    EXPECT_EQ(2U, hints_of(f)); // two lines of a block
}

TEST(Prefetch, BlocksOfNoWholeLinesAreNotAskedForElementByElement) {
    blocked_sums f("three_halves", 24);
    EXPECT_EQ(3U, hints_of(f)); // a line and a half: two lines or three
}

/// What is emitted where the loop over channels asks for the next block of filters.
std::string emitted_with_shares(const std::string &what, const std::string &suffix) {
    const temporary_folder folder;
    const environment_setting extra("TIRAMISU_EMIT", what);
    blocked_sums f("shares");
    f.steps.prefetch(f.w, "f_block", 1, "c_in");
    current().codegen({&f.w_mem, &f.in_mem, &f.out}, folder / "shares.o");
    return read_file(folder / ("shares" + suffix));
}

TEST(Prefetch, InsideOfTheLoopAsksForASharePerIteration) {
    const std::string text = emitted_with_shares("stmt", ".stmt");
    const std::size_t first = text.find("llvm.prefetch");
    ASSERT_NE(std::string::npos, first);
    const std::size_t loop = text.rfind("for (", first);
    EXPECT_THAT(text.substr(loop, text.find('\n', loop) - loop), HasSubstr("c_in"));
    // A block of filters is 24 x 32 floats, a channel 32 of them.
    EXPECT_THAT(text.substr(first, text.find('\n', first) - first), HasSubstr("c_in)*32) + 768)"));
}

TEST(Prefetch, InsideOfTheLoopAsksTheSecondLevel) {
    const std::string assembly = emitted_with_shares("assembly", ".s");
    EXPECT_THAT(assembly, HasSubstr("prefetcht1"));
    EXPECT_THAT(assembly, Not(HasSubstr("prefetchnta")));
}

TEST(Prefetch, OfWhatIsComputedInsideKeepsItsValues) {
    blocked_sums f("values");
    f.steps.prefetch(f.w, "c_in", 8);
    f.steps.prefetch(f.w, "f_block", 1, "c_block");
    f.steps.vectorize(f.f, 8);
    const compiled_function code = current().compile({&f.w_mem, &f.in_mem, &f.out});
    std::vector<float> w(64 * 24), in(6 * 24), out(6 * 64), wanted(6 * 64);
    for (int i = 0; i < 64 * 24; ++i) {
        w[static_cast<std::size_t>(i)] = static_cast<float>(i % 7);
    }
    for (int i = 0; i < 6 * 24; ++i) {
        in[static_cast<std::size_t>(i)] = static_cast<float>(i % 5);
    }
    for (int row = 0; row < 6; ++row) {
        for (int filter = 0; filter < 64; ++filter) {
            for (int channel = 0; channel < 24; ++channel) {
                const auto weight =
                    static_cast<std::size_t>((filter / 32 * 24 + channel) * 32 + filter % 32);
                wanted[static_cast<std::size_t>(row * 64 + filter)] +=
                    2 * w[weight] * in[static_cast<std::size_t>(row * 24 + channel)];
            }
        }
    }
    ASSERT_EQ(0, code({{w.data(), {2, 24, 32}}, {in.data(), {6, 24}}, {out.data(), {6, 64}}}));
    EXPECT_EQ(wanted, out);
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
                HasSubstr("(starts_mem[i.1] + (group*4)) + 64)*(uint64)4) + "
                          "reinterpret<uint64>(values_mem)), 0, 0, 1)"));
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
