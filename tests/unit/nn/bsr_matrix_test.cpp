#include <gtest/gtest.h>

#include <limits>

#include "support/throws.h"
#include "tiramisu/sparse.h"

namespace tiramisu::sparse {
namespace {

using ints = std::vector<std::int32_t>;

/// Succeeds if a matrix of four rows and three columns cannot be made of these arrays.
::testing::AssertionResult refused(int block_rows, const csr_arrays &arrays,
                                   const std::vector<std::string> &parts) {
    std::vector<std::string> all = parts;
    all.emplace_back("sparse matrix 4x3");
    return oracle::throws<user_error>([&] { bsr_matrix(4, 3, block_rows, arrays); }, all);
}

// 0 9 0
// 8 0 0
// 0 0 0
// 0 0 7
const csr_matrix elements =
    csr_matrix::from_dense(4, 3, std::vector<float>{0, 9, 0, 8, 0, 0, 0, 0, 0, 0, 0, 7}.data());

TEST(BsrMatrix, StoresAllRowsOfABlockInWhichThereIsAnElement) {
    const bsr_matrix made = bsr_matrix::from_csr(elements, 2);
    EXPECT_EQ(made.values(), (std::vector<float>{0, 8, 9, 0, 0, 7}));
    EXPECT_EQ(made.column_indices(), (ints{0, 1, 2}));
    EXPECT_EQ(made.row_starts(), (ints{0, 2, 3}));
    EXPECT_EQ(made.blocks(), 3);
    EXPECT_DOUBLE_EQ(made.density(), 0.5);
    EXPECT_EQ(made.to_csr().nonzeros(), 6);
    EXPECT_EQ(made.to_csr().to_dense(), elements.to_dense());
}

TEST(BsrMatrix, MayHaveEmptyRowsOfBlocks) {
    const csr_matrix one = csr_matrix::from_coo(8, 1, {{3, 0, 5}});
    EXPECT_EQ(bsr_matrix::from_csr(one, 2).row_starts(), (ints{0, 0, 1, 1, 1}));
    EXPECT_EQ(bsr_matrix::from_csr(csr_matrix(), 4).density(), 0);
}

TEST(BsrMatrix, RefusesBlocksThatDoNotDivideTheRows) {
    EXPECT_TRUE(
        refused(3, {}, {"block_rows: is 3, must be at least 1 and divide the number of rows"}));
    EXPECT_TRUE(refused(0, {}, {"block_rows: is 0, must be at least 1"}));
    EXPECT_TRUE(oracle::throws<user_error>([] { bsr_matrix::from_csr(elements, 3); },
                                           {"sparse matrix 4x3", "block_rows: is 3"}));
}

TEST(BsrMatrix, RefusesArraysThatDoNotFitTogether) {
    EXPECT_TRUE(refused(2, {{1}, {0}, {0, 1, 1}},
                        {"values: has 1 elements, must have 2 for each of the 1 column indices"}));
    EXPECT_TRUE(refused(2, {{1, 2}, {0}, {0, 1}},
                        {"row_starts: has 2 elements, must have rows / block_rows + 1 = 3"}));
    EXPECT_TRUE(refused(2, {{1, 2}, {0}, {0, 1, 0}}, {"row_starts[2]: is 0, less than"}));
    EXPECT_TRUE(refused(2, {{1, 2}, {0}, {0, 0, 0}},
                        {"row_starts[2]: is 0, must be the number of blocks, 1"}));
    EXPECT_TRUE(refused(2, {{1, 2}, {3}, {0, 1, 1}},
                        {"column_indices[0]: is 3, in row 0, must be from 0 to 2"}));
    EXPECT_TRUE(refused(2, {{1, 2, 3, 4}, {1, 1}, {0, 2, 2}},
                        {"column_indices[1]: is 1, in row 0, which has that column already"}));
}

TEST(BsrMatrix, RefusesNanUnlessToldToKeepIt) {
    const csr_arrays arrays = {{1, std::numeric_limits<float>::quiet_NaN()}, {0}, {0, 1, 1}};
    EXPECT_TRUE(refused(2, arrays, {"values[1]: is NaN; nan_policy::keep accepts it"}));
    EXPECT_EQ(bsr_matrix(4, 3, 2, arrays, nan_policy::keep).blocks(), 1);
}

} // namespace
} // namespace tiramisu::sparse
