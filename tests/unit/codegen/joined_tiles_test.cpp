#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/tiramisu.h"

// Tiles that may run as whole loops, where elements need each other.

namespace tiramisu::testing {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

/// A grid in place: element (i, j) from element (i - back, j - left), its columns in memory.
struct grid : in_function {
    grid(int back, int left)
        : in_function("grid"), di(back), dj(left),
          values("values", {i, j}, old(i - di, j - dj) * 3 + i) {
        old.store_in(&memory, {any_j, any_i});
        values.store_in(&memory, {j, i});
    }

    static constexpr int rows = 44, columns = 48;
    const int di, dj;
    const var i = var("i", 4, rows), j = var("j", 8, columns - 8);
    const var any_i = var("any_i", 0, rows), any_j = var("any_j", 0, columns);
    buffer memory = buffer("memory", {columns, rows}, p_int32, a_output);
    input old = input("old", {any_i, any_j}, p_int32);
    computation values;

    void expect_right() {
        std::vector<std::int32_t> got(std::size_t{rows} * columns);
        for (std::size_t at = 0; at < got.size(); ++at) {
            got[at] = static_cast<std::int32_t>(at * 7 % 5);
        }
        std::vector<std::int32_t> plain = got;
        const auto element = [](int y, int x) { return static_cast<std::size_t>(x * rows + y); };
        for (int y = 4; y < rows; ++y) {
            for (int x = 8; x < columns - 8; ++x) {
                const auto from = static_cast<std::uint32_t>(plain[element(y - di, x - dj)]);
                plain[element(y, x)] =
                    static_cast<std::int32_t>(from * 3 + static_cast<std::uint32_t>(y));
            }
        }
        const compiled_function code = current().compile({&memory});
        ASSERT_EQ(0, code({{got.data(), {columns, rows}}})) << compiled_function::error_text();
        EXPECT_EQ(plain, got);
    }
};

TEST(JoinedTiles, OneOfTwoStaysWhoseWholeLoopWouldGoAheadOfWhatItNeeds) {
    // Of the tiles of four rows each needs the one before; whole columns of them do not go.
    grid program(4, -1);
    program.values.tile(program.i, program.j, 4, 8);
    program.expect_right();
}

TEST(JoinedTiles, LanesBetweenTheirLoopsStayIndependent) {
    grid program(4, 8);
    program.values.tile(program.i, program.j, 4, 8).vectorize("j_outer", 4);
    program.expect_right();
    EXPECT_THAT(current().notes(), Each(HasSubstr("i_outer, ")));
}

TEST(JoinedTiles, GiveWhatPlainLoopsGive) {
    for (const int back : {0, 1, 4}) {
        for (const int left : {0, 1, 8}) {
            grid program(back, left);
            program.values.tile(program.i, program.j, 4, 8);
            program.expect_right();
        }
    }
}

TEST(JoinedTiles, StayWhereAWholeLoopWouldNotCountIn32Bits) {
    for (const bool is_far : {false, true}) {
        const int end = is_far ? 2000000000 : 1000000;
        init("far_tiles");
        const var i("i", -end, end), j("j", 0, 64);
        buffer memory("memory", {64, 64}, p_uint8, a_output);
        computation columns("columns", {j, i}, cast(p_uint8, j));
        columns.store_in(&memory, {i % 64, j});
        columns.tile(j, i, 4, 8);
        EXPECT_NO_THROW(current().compile({&memory}));
        EXPECT_EQ(is_far, current().notes().empty());
    }
}

} // namespace
} // namespace tiramisu::testing
