#include <vector>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/tiramisu.h"

// Sums over rows on lanes that run along diagonals: inner loops begin elsewhere in each lane. And
// sums into rings, whose ends lie inside of vectors.

namespace tiramisu::testing {
namespace {

struct diagonals {
    int rows, columns;
    int along, across; ///< of the skew
    int lanes;
};

void expect_sums(const diagonals &shape) {
    init("shifted_sums");
    const var r("r", 0, shape.rows), k("k", 0, shape.columns), a("a"), b("b");
    input in("in", {r, k}, p_int32);
    computation c("c", {r}, expr(0));
    c(r) += in(r, k);
    buffer memory("memory", {shape.rows, shape.columns}, p_int32, a_input),
        out("out", {shape.rows}, p_int32, a_output);
    in.store_in(&memory);
    c.store_in(&out);
    c.skew(r, k, shape.along, shape.across, a, b);
    c.vectorize(a, shape.lanes);
    const auto rows = static_cast<std::size_t>(shape.rows);
    const auto columns = static_cast<std::size_t>(shape.columns);
    std::vector<std::int32_t> values(rows * columns), found(rows), expected(rows);
    for (std::size_t at = 0; at < values.size(); ++at) {
        values[at] = static_cast<std::int32_t>(at * 7 % 13);
        expected[at / columns] += values[at];
    }
    const compiled_function f = current().compile({&memory, &out});
    ASSERT_EQ(0, f({{values.data(), {shape.rows, shape.columns}}, {found.data(), {shape.rows}}}))
        << compiled_function::error_text();
    EXPECT_EQ(expected, found) << "skew " << shape.along << ", " << shape.across << " of "
                               << shape.rows << " x " << shape.columns << ", " << shape.lanes
                               << " lanes";
}

TEST(ShiftedSums, OfRowsAlongDiagonals) {
    for (const auto &[along, across] :
         std::vector<std::pair<int, int>>{{1, 1}, {1, -1}, {-1, 1}, {2, 1}, {2, -1}, {1, 2}}) {
        expect_sums({8, 4, along, across, 4});
        expect_sums({64, 64, along, across, 8});
        expect_sums({7, 3, along, across, 6});
    }
}

TEST(ShiftedSums, OfRingsOnMaskedLanes) {
    constexpr int size = 20;
    for (const tail rest : {tail::masked, tail::separated}) {
        init("rings");
        const var r("r", 0, size), k("k", 0, size);
        input in("in", {r, k}, p_int32);
        computation c("c", {r}, expr(0));
        c((r + k) % size) += in(r, k);
        buffer memory("memory", {size, size}, p_int32, a_input),
            out("out", {size}, p_int32, a_output);
        in.store_in(&memory);
        c.store_in(&out);
        c.vectorize(r, 8, rest);
        std::vector<std::int32_t> values(size * size), found(size), expected(size);
        for (int at = 0; at < size * size; ++at) {
            values[static_cast<std::size_t>(at)] = at * 7 % 13;
            expected[static_cast<std::size_t>((at / size + at % size) % size)] += at * 7 % 13;
        }
        const compiled_function f = current().compile({&memory, &out});
        ASSERT_EQ(0, f({{values.data(), {size, size}}, {found.data(), {size}}}))
            << compiled_function::error_text();
        EXPECT_EQ(expected, found);
    }
}

} // namespace
} // namespace tiramisu::testing
