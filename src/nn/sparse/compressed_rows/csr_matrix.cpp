#include <algorithm>
#include <cmath>
#include <limits>

#include "tiramisu/sparse.h"

#include "nn/sparse/compressed_rows/matrix_checks.h"

namespace tiramisu::sparse {

namespace {

void check_no_nan(const std::vector<coo_element> &elements, const refusal &refuse) {
    for (std::size_t k = 0; k < elements.size(); k++) {
        if (std::isnan(elements[k].value)) {
            refuse(element("values", k), "is NaN, at " +
                                             place(elements[k].row, elements[k].column) +
                                             "; nan_policy::keep accepts it");
        }
    }
}

} // namespace

csr_matrix::csr_matrix(int rows, int columns, csr_arrays arrays, nan_policy nans,
                       source_place where)
    : rows_(rows), columns_(columns), arrays_(std::move(arrays)) {
    const refusal refuse(rows, columns, where);
    if (arrays_.column_indices.size() != arrays_.values.size()) {
        refuse("column_indices", "has " + std::to_string(arrays_.column_indices.size()) +
                                     " elements, must have one for each of the " +
                                     std::to_string(arrays_.values.size()) + " values");
    }
    if (arrays_.values.size() > std::numeric_limits<std::int32_t>::max()) {
        refuse("values", "has more elements than an index of 32 bits can count");
    }
    check_row_starts(rows, arrays_.row_starts, arrays_.values.size(), "values", refuse);
    check_columns(columns, arrays_.row_starts, arrays_.column_indices, refuse);
    if (nans == nan_policy::refuse) {
        check_no_nan(to_coo(), refuse);
    }
}

csr_matrix csr_matrix::from_dense(int rows, int columns, const float *values, nan_policy nans,
                                  source_place where) {
    const refusal refuse(rows, columns, where);
    if (values == nullptr && rows > 0 && columns > 0) {
        refuse("values", "is null, must be rows x columns numbers");
    }
    csr_arrays arrays;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            const float value = *values++;
            if (value != 0) {
                arrays.values.push_back(value);
                arrays.column_indices.push_back(column);
            }
        }
        arrays.row_starts.push_back(static_cast<std::int32_t>(arrays.values.size()));
    }
    return {rows, columns, std::move(arrays), nans, where};
}

csr_matrix csr_matrix::from_coo(int rows, int columns, std::vector<coo_element> elements,
                                nan_policy nans, source_place where) {
    const refusal refuse(rows, columns, where);
    for (std::size_t i = 0; i < elements.size(); i++) {
        const coo_element &one = elements[i];
        if (one.row < 0 || one.row >= rows || one.column < 0 || one.column >= columns) {
            refuse(element("elements", i),
                   "is at " + place(one.row, one.column) + ", outside of the matrix");
        }
    }
    std::sort(elements.begin(), elements.end(), [](const auto &left, const auto &right) {
        return left.row != right.row ? left.row < right.row : left.column < right.column;
    });
    csr_arrays arrays;
    arrays.row_starts.assign(static_cast<std::size_t>(rows) + 1, 0);
    for (const coo_element &one : elements) {
        arrays.values.push_back(one.value);
        arrays.column_indices.push_back(one.column);
        arrays.row_starts[static_cast<std::size_t>(one.row) + 1]++;
    }
    for (std::size_t row = 1; row < arrays.row_starts.size(); row++) {
        arrays.row_starts[row] += arrays.row_starts[row - 1];
    }
    return {rows, columns, std::move(arrays), nans, where};
}

std::vector<coo_element> csr_matrix::to_coo() const {
    std::vector<coo_element> elements;
    for (int row = 0; row < rows_; row++) {
        const auto at = static_cast<std::size_t>(row);
        for (std::int32_t k = arrays_.row_starts[at]; k < arrays_.row_starts[at + 1]; k++) {
            const auto index = static_cast<std::size_t>(k);
            elements.push_back({row, arrays_.column_indices[index], arrays_.values[index]});
        }
    }
    return elements;
}

std::vector<float> csr_matrix::to_dense() const {
    const auto columns = static_cast<std::size_t>(columns_);
    std::vector<float> dense(static_cast<std::size_t>(rows_) * columns);
    for (const coo_element &one : to_coo()) {
        dense[static_cast<std::size_t>(one.row) * columns + static_cast<std::size_t>(one.column)] =
            one.value;
    }
    return dense;
}

double csr_matrix::density() const {
    const double elements = 1.0 * rows_ * columns_;
    return elements == 0 ? 0 : nonzeros() / elements;
}

int csr_matrix::empty_rows() const {
    const std::vector<std::int32_t> &starts = arrays_.row_starts;
    int count = 0;
    for (std::size_t row = 1; row < starts.size(); row++) {
        count += starts[row] == starts[row - 1] ? 1 : 0;
    }
    return count;
}

std::vector<std::uint16_t> csr_matrix::narrow_column_indices() const {
    if (index_bytes() != 2) {
        const refusal refuse(rows_, columns_, {});
        refuse("narrow_column_indices()", "16 bits count up to 65536 columns");
    }
    return {arrays_.column_indices.begin(), arrays_.column_indices.end()};
}

std::size_t csr_bytes(int rows, std::size_t nonzeros, int index_bytes) {
    return nonzeros * (sizeof(float) + static_cast<std::size_t>(index_bytes)) +
           (static_cast<std::size_t>(rows) + 1) * sizeof(std::int32_t);
}

std::size_t dense_bytes(int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) * sizeof(float);
}

} // namespace tiramisu::sparse
