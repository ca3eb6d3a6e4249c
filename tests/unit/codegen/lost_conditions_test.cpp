#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/tiramisu.h"

// Stores of vectors in branches that all lanes share, inside of branches that they do not.

namespace tiramisu::testing {
namespace {

/// Calls `f` for an output of rows x columns with memory around it; says what is wrong.
std::string fault_of(const compiled_function &f, int rows, int columns) {
    constexpr int margin = 64, untouched = -7;
    std::vector<std::int32_t> memory(static_cast<std::size_t>(rows * columns + 2 * margin),
                                     untouched);
    std::int32_t *const out = memory.data() + margin;
    if (f({{out, {rows, columns}}, rows, columns}) != 0) {
        return compiled_function::error_text();
    }
    for (int k = 0; k < rows * columns; ++k) {
        if (out[k] != k / columns * 100 + k % columns) {
            return "element " + std::to_string(k) + " is " + std::to_string(out[k]);
        }
    }
    const auto is_written = [&](std::int32_t value) { return value != untouched; };
    const bool is_outside =
        std::any_of(memory.data(), out, is_written) ||
        std::any_of(out + rows * columns, memory.data() + memory.size(), is_written);
    return is_outside ? "writes outside" : "";
}

TEST(LostConditions, OfLanesThatAreOffStoreNothing) {
    for (const int lanes : {2, 8}) {
        init("peeled_vectors");
        const constant n("n", p_int32), m("m", p_int32);
        const var i("i", 0, n), j("j", 0, m), x("x"), y("y"), tile_x("tile_x"), tile_y("tile_y");
        buffer out("out", {n, m}, p_int32, a_output);
        computation numbers("numbers", {i, j}, cast(p_int32, i) * 100 + cast(p_int32, j));
        numbers.store_in(&out);
        numbers.skew(i, j, 1, 0, 2, 1, i, j);
        numbers.tile(i, j, 2, 16, tile_x, tile_y, x, y);
        numbers.vectorize(x, lanes, tail::masked).peel_first(y, 1);
        const compiled_function f = current().compile({&out});
        for (int rows = 0; rows < 6; ++rows) {
            for (int columns = 0; columns < 20; ++columns) {
                EXPECT_EQ("", fault_of(f, rows, columns))
                    << rows << " x " << columns << ", " << lanes << " lanes";
            }
        }
    }
}

} // namespace
} // namespace tiramisu::testing
