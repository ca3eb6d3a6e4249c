#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tiramisu/error.h"

// What matrices in compressed rows check of their arrays, whether an index stands for an element or
// for a block of them.

namespace tiramisu::sparse {

/// Refuses what a matrix is made from, in its name.
class refusal {
public:
    /// Refuses sizes that are negative.
    refusal(int rows, int columns, source_place where);
    [[noreturn]] void operator()(const std::string &part, const std::string &problem) const;

private:
    std::string subject_;
    source_place where_;
};

/// "values[3]"
std::string element(const std::string &array, std::size_t index);
/// "row 1, column 2"
std::string place(int row, int column);

/// They begin with 0, do not descend, and end with `count`, the number of `what`.
void check_row_starts(int rows, const std::vector<std::int32_t> &starts, std::size_t count,
                      const std::string &what, const refusal &refuse);
/// Of row starts that are right: columns lie in the matrix and ascend in each row.
void check_columns(int columns, const std::vector<std::int32_t> &starts,
                   const std::vector<std::int32_t> &column_indices, const refusal &refuse);

} // namespace tiramisu::sparse
