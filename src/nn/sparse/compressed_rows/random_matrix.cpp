#include "nn/sparse/compressed_rows/random_matrix.h"

#include <vector>

#include "nn/framework/find/trial.h"

namespace tiramisu::nn {

sparse::csr_matrix random_matrix(int rows, int columns, double density, std::mt19937 &source,
                                 float largest) {
    std::vector<float> values =
        random_values(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), source);
    std::bernoulli_distribution is_there(density);
    for (float &one : values) {
        one = is_there(source) ? largest * one : 0.0f;
    }
    return sparse::csr_matrix::from_dense(rows, columns, values.data());
}

sparse::csr_matrix with_random_values(const sparse::csr_matrix &pattern, std::mt19937 &source) {
    return {pattern.rows(),
            pattern.columns(),
            {random_values(static_cast<std::size_t>(pattern.nonzeros()), source),
             pattern.column_indices(), pattern.row_starts()}};
}

} // namespace tiramisu::nn
