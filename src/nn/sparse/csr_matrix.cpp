#include <algorithm>
#include <cmath>
#include <limits>

#include "tiramisu/sparse.h"

#include "nn/problem/numbers.h"

namespace tiramisu::sparse {

namespace {

/// Refuses what a matrix is made from, in its name.
class refusal {
public:
    refusal(int rows, int columns, source_place where)
        : subject_("sparse matrix " + nn::size_text(rows, columns)), where_(where) {
        if (rows < 0 || columns < 0) {
            (*this)("size", "must not be negative");
        }
    }
    [[noreturn]] void operator()(const std::string &part, const std::string &problem) const {
        throw user_error(subject_, part, problem, where_);
    }

private:
    std::string subject_;
    source_place where_;
};

std::string element(const std::string &array, std::size_t index) {
    return array + "[" + std::to_string(index) + "]";
}

std::string place(int row, int column) {
    return "row " + std::to_string(row) + ", column " + std::to_string(column);
}

void check_row_starts(int rows, const csr_arrays &arrays, const refusal &refuse) {
    const std::string name = "row_starts";
    const std::vector<std::int32_t> &starts = arrays.row_starts;
    const auto wanted = static_cast<std::size_t>(rows) + 1;
    if (starts.size() != wanted) {
        refuse(name, "has " + std::to_string(starts.size()) +
                         " elements, must have rows + 1 = " + std::to_string(wanted));
    }
    if (starts.front() != 0) {
        refuse(element(name, 0), "is " + std::to_string(starts.front()) + ", must be 0");
    }
    for (std::size_t i = 1; i < starts.size(); i++) {
        if (starts[i] < starts[i - 1]) {
            refuse(element(name, i), "is " + std::to_string(starts[i]) + ", less than " +
                                         element(name, i - 1) + " = " +
                                         std::to_string(starts[i - 1]) +
                                         "; a row cannot end before it begins");
        }
    }
    if (static_cast<std::size_t>(starts.back()) != arrays.values.size()) {
        refuse(element(name, wanted - 1), "is " + std::to_string(starts.back()) +
                                              ", must be the number of values, " +
                                              std::to_string(arrays.values.size()));
    }
}

/// Element `k` of a row, whose element before it is in column `previous`.
void check_column(int columns, int row, std::size_t k, int column, int previous,
                  const refusal &refuse) {
    const auto found = [&] {
        return "is " + std::to_string(column) + ", in row " + std::to_string(row);
    };
    if (column < 0 || column >= columns) {
        refuse(element("column_indices", k),
               found() + ", must be from 0 to " + std::to_string(columns - 1));
    }
    if (column == previous) {
        refuse(element("column_indices", k), found() + ", which has that column already");
    }
    if (column < previous) {
        refuse(element("column_indices", k), found() + ", after column " +
                                                 std::to_string(previous) +
                                                 "; columns of a row have to ascend");
    }
}

void check_elements(int rows, int columns, const csr_arrays &arrays, nan_policy nans,
                    const refusal &refuse) {
    for (int row = 0; row < rows; row++) {
        const auto at = static_cast<std::size_t>(row);
        const auto begin = static_cast<std::size_t>(arrays.row_starts[at]);
        const auto end = static_cast<std::size_t>(arrays.row_starts[at + 1]);
        int previous = -1;
        for (std::size_t k = begin; k < end; k++) {
            const int column = arrays.column_indices[k];
            check_column(columns, row, k, column, previous, refuse);
            previous = column;
            if (nans == nan_policy::refuse && std::isnan(arrays.values[k])) {
                refuse(element("values", k),
                       "is NaN, at " + place(row, column) + "; nan_policy::keep accepts it");
            }
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
    check_row_starts(rows, arrays_, refuse);
    check_elements(rows, columns, arrays_, nans, refuse);
}

csr_matrix csr_matrix::from_dense(int rows, int columns, const float *values, nan_policy nans,
                                  source_place where) {
    const refusal refuse(rows, columns, where);
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
