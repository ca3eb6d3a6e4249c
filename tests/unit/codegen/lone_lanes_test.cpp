// Vectors whose lanes run different iterations of a loop inside, on elements that lie far apart.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// out(i, j) = in(i, j) + 1 below the diagonal, in vectors over i: the loop over j ends where each
/// lane says, and lanes are rows, or columns of memory.
std::vector<std::string> notes_of_triangle(int lanes, bool are_rows) {
    function_scope scope("triangle");
    const constant n("n", p_int32);
    const var i("i", 0, n), j("j", 0, i + 1), x("x", 0, n), y("y", 0, n);
    buffer from("from", {n, n}, p_int32, a_input), to("to", {n, n}, p_int32, a_output);
    input in("in", {x, y}, p_int32);
    in.store_in(&from);
    computation out("out", {i, j}, (are_rows ? in(i, j) : in(j, i)) + 1);
    out.store_in(&to, are_rows ? std::vector<expr>{i, j} : std::vector<expr>{j, i});
    out.vectorize(i, lanes);
    const compiled_function code = current().compile({&from, &to});
    for (const int size : {1, lanes - 1, lanes, 2 * lanes + 5}) {
        const auto side = static_cast<std::size_t>(size);
        std::vector<std::int32_t> data(side * side), made(side * side), expected(side * side);
        for (std::size_t row = 0; row < side; ++row) {
            for (std::size_t column = 0; column < side; ++column) {
                const std::size_t at = row * side + column;
                const bool is_inside = are_rows ? column <= row : row <= column;
                data[at] = static_cast<std::int32_t>(at * at % 1009);
                expected[at] = is_inside ? data[at] + 1 : 0;
            }
        }
        EXPECT_EQ(0, code({{data.data(), {size, size}}, {made.data(), {size, size}}, size}))
            << compiled_function::error_text();
        EXPECT_EQ(expected, made) << size;
    }
    return current().notes();
}

TEST(LoneLanes, OfFewLanesStayVectors) {
    EXPECT_THAT(notes_of_triangle(8, true), IsEmpty());
}

TEST(LoneLanes, OfNeighboursStayVectors) {
    EXPECT_THAT(notes_of_triangle(64, false), IsEmpty());
}

TEST(LoneLanes, OfManyLanesInBranchesRunOneAfterTheOther) {
    EXPECT_THAT(notes_of_triangle(128, true),
                ElementsAre(AllOf(HasSubstr("computation \"out\": vectorize(i, 128): loop "),
                                  HasSubstr(" runs one iteration after the other: vectorized, the "
                                            "computation would have code for "),
                                  HasSubstr(" accesses of single lanes, of at most "))));
}

} // namespace
} // namespace tiramisu::testing
