#pragma once

#include <vector>

namespace tiramisu::nn {

/// Of a matrix of rows x columns, which may lie transposed.
inline std::vector<int> matrix_sizes(bool transposed, int rows, int columns) {
    return transposed ? std::vector<int>{columns, rows} : std::vector<int>{rows, columns};
}

} // namespace tiramisu::nn
