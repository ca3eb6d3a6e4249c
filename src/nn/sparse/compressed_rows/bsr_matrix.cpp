#include <cmath>
#include <limits>
#include <map>

#include "tiramisu/sparse.h"

#include "nn/sparse/compressed_rows/matrix_checks.h"

namespace tiramisu::sparse {

namespace {

void check_block_rows(int rows, int block_rows, const refusal &refuse) {
    if (block_rows < 1 || rows % block_rows != 0) {
        refuse("block_rows", "is " + std::to_string(block_rows) +
                                 ", must be at least 1 and divide the number of rows");
    }
}

} // namespace

bsr_matrix::bsr_matrix(int rows, int columns, int block_rows, csr_arrays arrays, nan_policy nans,
                       source_place where)
    : rows_(rows), columns_(columns), block_rows_(block_rows), arrays_(std::move(arrays)) {
    const refusal refuse(rows, columns, where);
    check_block_rows(rows, block_rows, refuse);
    const std::size_t count = arrays_.column_indices.size();
    const std::size_t wanted = count * static_cast<std::size_t>(block_rows);
    if (arrays_.values.size() != wanted) {
        refuse("values", "has " + std::to_string(arrays_.values.size()) + " elements, must have " +
                             std::to_string(block_rows) + " for each of the " +
                             std::to_string(count) + " column indices");
    }
    if (wanted > std::numeric_limits<std::int32_t>::max()) {
        refuse("values", "has more elements than an index of 32 bits can count");
    }
    const std::size_t starts = static_cast<std::size_t>(rows / block_rows) + 1;
    if (arrays_.row_starts.size() != starts) {
        refuse("row_starts",
               "has " + std::to_string(arrays_.row_starts.size()) +
                   " elements, must have rows / block_rows + 1 = " + std::to_string(starts));
    }
    check_row_starts(rows / block_rows, arrays_.row_starts, count, "blocks", refuse);
    check_columns(columns, arrays_.row_starts, arrays_.column_indices, refuse);
    for (std::size_t k = 0; nans == nan_policy::refuse && k < wanted; k++) {
        if (std::isnan(arrays_.values[k])) {
            refuse(element("values", k), "is NaN; nan_policy::keep accepts it");
        }
    }
}

bsr_matrix bsr_matrix::from_csr(const csr_matrix &matrix, int block_rows, source_place where) {
    const refusal refuse(matrix.rows(), matrix.columns(), where);
    check_block_rows(matrix.rows(), block_rows, refuse);
    const auto height = static_cast<std::size_t>(block_rows);
    csr_arrays arrays;
    std::map<int, std::vector<float>> blocks; // of a row of them, by column
    int row_of_blocks = 0;
    const auto end_row = [&] {
        for (const auto &[column, values] : blocks) {
            arrays.column_indices.push_back(column);
            arrays.values.insert(arrays.values.end(), values.begin(), values.end());
        }
        arrays.row_starts.push_back(static_cast<std::int32_t>(arrays.column_indices.size()));
        blocks.clear();
        row_of_blocks++;
    };
    for (const coo_element &one : matrix.to_coo()) {
        while (one.row / block_rows > row_of_blocks) {
            end_row();
        }
        std::vector<float> &block = blocks[one.column];
        block.resize(height);
        block[static_cast<std::size_t>(one.row % block_rows)] = one.value;
    }
    while (row_of_blocks < matrix.rows() / block_rows) {
        end_row();
    }
    return {matrix.rows(),     matrix.columns(), block_rows,
            std::move(arrays), nan_policy::keep, where};
}

csr_matrix bsr_matrix::to_csr() const {
    std::vector<coo_element> elements;
    for (int i = 0; i < rows_ / block_rows_; i++) {
        const auto at = static_cast<std::size_t>(i);
        for (std::int32_t k = arrays_.row_starts[at]; k < arrays_.row_starts[at + 1]; k++) {
            const auto block = static_cast<std::size_t>(k);
            const float *value = &arrays_.values[block * static_cast<std::size_t>(block_rows_)];
            for (int row = 0; row < block_rows_; row++) {
                elements.push_back(
                    {i * block_rows_ + row, arrays_.column_indices[block], *value++});
            }
        }
    }
    return csr_matrix::from_coo(rows_, columns_, std::move(elements), nan_policy::keep);
}

double bsr_matrix::density() const {
    const double elements = 1.0 * rows_ * columns_;
    return elements == 0 ? 0 : static_cast<double>(arrays_.values.size()) / elements;
}

} // namespace tiramisu::sparse
