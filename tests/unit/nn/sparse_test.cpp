#include "tiramisu/sparse.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/temporary_file.h"
#include "support/throws.h"

namespace tiramisu::sparse {
namespace {

using ints = std::vector<std::int32_t>;

/// Succeeds if a matrix of three rows and four columns cannot be made of these arrays.
::testing::AssertionResult refused(const csr_arrays &arrays,
                                   const std::vector<std::string> &parts) {
    std::vector<std::string> all = parts;
    all.emplace_back("sparse matrix 3x4");
    return oracle::throws<user_error>([&] { csr_matrix(3, 4, arrays); }, all);
}

// 0 9 0 0
// 8 0 0 7
// 0 6 5 4
const std::vector<float> dense = {0, 9, 0, 0, 8, 0, 0, 7, 0, 6, 5, 4};

TEST(CsrMatrix, HoldsRowsOneAfterTheOther) {
    const csr_matrix made = csr_matrix::from_dense(3, 4, dense.data());
    EXPECT_EQ(made.values(), (std::vector<float>{9, 8, 7, 6, 5, 4}));
    EXPECT_EQ(made.column_indices(), (ints{1, 0, 3, 1, 2, 3}));
    EXPECT_EQ(made.row_starts(), (ints{0, 1, 3, 6}));
    EXPECT_EQ(made.nonzeros(), 6);
    EXPECT_DOUBLE_EQ(made.density(), 0.5);
    EXPECT_EQ(made.to_dense(), dense);
}

TEST(CsrMatrix, ComesFromElementsInAnyOrder) {
    std::vector<coo_element> elements = csr_matrix::from_dense(3, 4, dense.data()).to_coo();
    std::swap(elements.front(), elements.back());
    EXPECT_EQ(csr_matrix::from_coo(3, 4, elements).to_dense(), dense);
}

TEST(CsrMatrix, MayBeEmpty) {
    EXPECT_EQ(csr_matrix().density(), 0);
    const std::vector<float> zeros(12);
    const csr_matrix made = csr_matrix::from_dense(3, 4, zeros.data());
    EXPECT_EQ(made.nonzeros(), 0);
    EXPECT_EQ(made.empty_rows(), 3);
    EXPECT_EQ(made.to_dense(), zeros);
}

TEST(CsrMatrix, KeepsZerosThatAreStored) {
    EXPECT_EQ(csr_matrix(3, 4, {{0}, {1}, {0, 1, 1, 1}}).nonzeros(), 1);
}

TEST(CsrMatrix, RefusesArraysThatDoNotFitTogether) {
    EXPECT_TRUE(
        refused({{1}, {}, {0, 1, 1, 1}},
                {"column_indices: has 0 elements, must have one for each of the 1 values"}));
    EXPECT_TRUE(
        refused({{1}, {0}, {0, 1}}, {"row_starts: has 2 elements, must have rows + 1 = 4"}));
    EXPECT_TRUE(refused({{1}, {0}, {1, 1, 1, 1}}, {"row_starts[0]: is 1, must be 0"}));
    EXPECT_TRUE(refused({{1, 2}, {0, 1}, {0, 2, 1, 2}},
                        {"row_starts[2]: is 1, less than row_starts[1] = 2"}));
    EXPECT_TRUE(refused({{1, 2}, {0, 1}, {0, 1, 1, 1}},
                        {"row_starts[3]: is 1, must be the number of values, 2"}));
}

TEST(CsrMatrix, RefusesColumnsThatLeadOutsideOrDoNotAscend) {
    EXPECT_TRUE(refused({{1, 2}, {0, 4}, {0, 1, 2, 2}},
                        {"column_indices[1]: is 4, in row 1, must be from 0 to 3"}));
    EXPECT_TRUE(refused({{1}, {-1}, {0, 1, 1, 1}},
                        {"column_indices[0]: is -1, in row 0, must be from 0 to 3"}));
    EXPECT_TRUE(refused({{1, 2}, {2, 1}, {0, 0, 2, 2}},
                        {"column_indices[1]: is 1, in row 1, after column 2; columns of a row"}));
    EXPECT_TRUE(refused({{1, 2}, {2, 2}, {0, 0, 2, 2}},
                        {"column_indices[1]: is 2, in row 1, which has that column already"}));
}

TEST(CsrMatrix, RefusesNanUnlessToldToKeepIt) {
    const csr_arrays arrays = {{1, std::numeric_limits<float>::quiet_NaN()}, {0, 2}, {0, 1, 2, 2}};
    EXPECT_TRUE(refused(arrays, {"values[1]: is NaN, at row 1, column 2; nan_policy::keep"}));
    EXPECT_TRUE(std::isnan(csr_matrix(3, 4, arrays, nan_policy::keep).values()[1]));
}

TEST(CsrMatrix, RefusesElementsOutsideOrGivenTwice) {
    const auto refused_elements = [](const std::vector<coo_element> &elements,
                                     const std::string &part) {
        return oracle::throws<user_error>([&] { csr_matrix::from_coo(3, 4, elements); }, {part});
    };
    EXPECT_TRUE(refused_elements({{0, 0, 1}, {3, 1, 1}},
                                 "elements[1]: is at row 3, column 1, outside of the matrix"));
    EXPECT_TRUE(refused_elements({{2, 1, 1}, {2, 1, 2}}, "in row 2, which has that column"));
    EXPECT_TRUE(oracle::throws<user_error>([] { csr_matrix(-1, 4, {}); },
                                           {"sparse matrix -1x4", "size: must not be negative"}));
}

TEST(CsrMatrix, IsNotMadeOfNothing) {
    EXPECT_TRUE(oracle::throws<user_error>(
        [] { csr_matrix::from_dense(3, 4, nullptr); },
        {"sparse matrix 3x4", "values: is null, must be rows x columns numbers"}));
    EXPECT_EQ(0, csr_matrix::from_dense(0, 4, nullptr).rows());
}

TEST(CsrMatrix, NeedsSixteenBitsForColumnsUpTo65536) {
    EXPECT_EQ(csr_matrix::from_dense(3, 4, dense.data()).narrow_column_indices(),
              (std::vector<std::uint16_t>{1, 0, 3, 1, 2, 3}));
    EXPECT_EQ(csr_matrix(1, 65536, {{}, {}, {0, 0}}).index_bytes(), 2);
    const csr_matrix wide(1, 65537, {{}, {}, {0, 0}});
    EXPECT_EQ(wide.index_bytes(), 4);
    EXPECT_TRUE(oracle::throws<user_error>([&] { wide.narrow_column_indices(); },
                                           {"16 bits count up to 65536 columns"}));
}

TEST(CsrMatrix, BytesPayFromAThirdOfZerosOnWithNarrowIndicesAndFromHalfWithWideOnes) {
    const int rows = 300, columns = 1000;
    const auto pays = [&](int zeros_percent, int index_bytes) {
        const auto nonzeros = static_cast<std::size_t>(rows * columns / 100) *
                              static_cast<std::size_t>(100 - zeros_percent);
        return csr_bytes(rows, nonzeros, index_bytes) < dense_bytes(rows, columns);
    };
    EXPECT_EQ(csr_bytes(3, 6, 2), 6u * 6 + 4 * 4);
    EXPECT_EQ(csr_bytes(3, 6, 4), 6u * 8 + 4 * 4);
    EXPECT_EQ(dense_bytes(3, 4), 48u);
    EXPECT_FALSE(pays(33, 2));
    EXPECT_TRUE(pays(34, 2));
    EXPECT_FALSE(pays(50, 4));
    EXPECT_TRUE(pays(51, 4));
}

const std::string published = "2, 1, 3, 4, 3 \n/\n0.5\n-1.5\n2\n/\n0\n1\n3\n/\n0\n7\n14\n";

TEST(PrunedWeights, OffsetsBecomeColumns) {
    const pruned_weights made = parse_pruned_weights(published);
    EXPECT_EQ(made.oc, 2);
    EXPECT_EQ(made.size, 4);
    EXPECT_EQ(made.matrix.values(), (std::vector<float>{0.5f, -1.5f, 2}));
    EXPECT_EQ(made.matrix.column_indices(), (ints{0, 4, 8}));
    EXPECT_EQ(made.matrix.row_starts(), (ints{0, 1, 3}));
}

TEST(PrunedWeights, SaysWhichLineIsNotOfTheForm) {
    const auto refused_text = [](const std::string &text, const std::vector<std::string> &parts) {
        return oracle::throws<user_error>([&] { parse_pruned_weights(text); }, parts);
    };
    EXPECT_TRUE(refused_text("", {"line 1", "the text ends, there must be a line of filters"}));
    EXPECT_TRUE(refused_text("2, 1, 3", {"line 1", "has 3 numbers, must have 5"}));
    EXPECT_TRUE(refused_text("2, x, 3, 4, 5", {"line 1", "\"x\" must be one of filters"}));
    EXPECT_TRUE(refused_text("1, 1, 1, 1, 0\n0.5\n", {"line 2", "is \"0.5\", must be \"/\""}));
    EXPECT_TRUE(refused_text("1, 1, 1, 1, 1\n/\nhalf\n", {"line 3", "\"half\" must be a value"}));
    EXPECT_TRUE(refused_text("1, 1, 1, 1, 1\n/\nnan\n", {"line 3", "a finite number"}));
    EXPECT_TRUE(refused_text("1, 1, 1, 1, 1\n/\n1\n/\n-1\n", {"line 5", "\"-1\" must be a row"}));
    EXPECT_TRUE(refused_text("1, 1, 1, 1, 1\n/\n1\n/\n0\n1\n/\n",
                             {"line 8", "the text ends, there must be an offset"}));
    EXPECT_TRUE(refused_text("1, 1, 3, 4, 1\n/\n1\n/\n0\n1\n/\n3\n",
                             {"line 8", "offset 3 is at channel 0, row 0, column 3, outside"}));
    EXPECT_TRUE(refused_text("1, 1, 1, 1, 2\n/\n1\n2\n/\n0\n1\n/\n0\n0\n",
                             {"row_starts", "pruned weights"}));
}

TEST(PrunedWeights, SizesHavePlacesThatOffsetsCount) {
    const auto refused_header = [](const std::string &line, const std::string &problem) {
        return oracle::throws<user_error>([&] { parse_pruned_weights(line); }, {"line 1", problem});
    };
    EXPECT_TRUE(refused_header("1, 1, 1, 0, 1", "kernel is 1, size is 0, must be at least 1"));
    EXPECT_TRUE(refused_header("1, 1, 0, 1, 1", "kernel is 0, size is 1, must be at least 1"));
    EXPECT_TRUE(refused_header("1, 32768, 1, 256, 1",
                               "32768 channels of images of 256x256 and a kernel of 1x1 have "
                               "offsets that do not fit into 32 bits"));
    EXPECT_TRUE(refused_header("1, 1, 2147483647, 2147483647, 1", "do not fit into 32 bits"));
}

TEST(PrunedWeights, ErrorsNameTheFile) {
    EXPECT_TRUE(oracle::throws<io_error>([] { read_pruned_weights("/nowhere/layer.csr"); },
                                         {"/nowhere/layer.csr"}));
    const testing::temporary_file empty("empty.csr", "");
    EXPECT_TRUE(oracle::throws<user_error>([&] { read_pruned_weights(empty.path()); },
                                           {empty.path(), "line 1", "the text ends"}));
    const testing::temporary_file short_header("short.csr", "2, 1, 3");
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { read_pruned_weights(short_header.path()); },
        {"pruned weights \"" + short_header.path() + "\"", "line 1", "has 3 numbers"}));
    const testing::temporary_file twice("twice.csr", "1, 1, 1, 1, 2\n/\n1\n2\n/\n0\n2\n/\n0\n0\n");
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { read_pruned_weights(twice.path()); },
        {"pruned weights \"" + twice.path() + "\"", "column_indices[1]", "is 0, in row 0"}));
    EXPECT_EQ(read_pruned_weights(testing::temporary_file("right.csr", published).path()).oc, 2);
}

} // namespace
} // namespace tiramisu::sparse
