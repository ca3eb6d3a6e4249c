#include "nn/sparse/compressed_rows/matrix_checks.h"

#include "nn/framework/problem/numbers.h"

namespace tiramisu::sparse {

namespace {

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

} // namespace

refusal::refusal(int rows, int columns, source_place where)
    : subject_("sparse matrix " + nn::size_text(rows, columns)), where_(where) {
    if (rows < 0 || columns < 0) {
        (*this)("size", "must not be negative");
    }
}

void refusal::operator()(const std::string &part, const std::string &problem) const {
    throw user_error(subject_, part, problem, where_);
}

std::string element(const std::string &array, std::size_t index) {
    return array + "[" + std::to_string(index) + "]";
}

std::string place(int row, int column) {
    return "row " + std::to_string(row) + ", column " + std::to_string(column);
}

void check_row_starts(int rows, const std::vector<std::int32_t> &starts, std::size_t count,
                      const std::string &what, const refusal &refuse) {
    const std::string name = "row_starts";
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
    if (static_cast<std::size_t>(starts.back()) != count) {
        refuse(element(name, wanted - 1), "is " + std::to_string(starts.back()) +
                                              ", must be the number of " + what + ", " +
                                              std::to_string(count));
    }
}

void check_columns(int columns, const std::vector<std::int32_t> &starts,
                   const std::vector<std::int32_t> &column_indices, const refusal &refuse) {
    for (std::size_t row = 0; row + 1 < starts.size(); row++) {
        int previous = -1;
        for (auto k = static_cast<std::size_t>(starts[row]);
             k < static_cast<std::size_t>(starts[row + 1]); k++) {
            check_column(columns, static_cast<int>(row), k, column_indices[k], previous, refuse);
            previous = column_indices[k];
        }
    }
}

} // namespace tiramisu::sparse
