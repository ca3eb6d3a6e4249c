#include "polyhedral/integer_matrix.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace tiramisu::poly {

namespace {

using rational_matrix = std::vector<std::vector<isl::val>>;

rational_matrix rational(isl::ctx ctx, const integer_matrix &matrix) {
    rational_matrix result;
    for (const std::vector<int> &row : matrix) {
        std::vector<isl::val> values;
        for (const int value : row) {
            values.emplace_back(ctx, value);
        }
        result.push_back(std::move(values));
    }
    return result;
}

// Subtracts from the rows below `pivot` what clears their column.
void eliminate_below(rational_matrix &rows, std::size_t pivot) {
    for (std::size_t i = pivot + 1; i < rows.size(); ++i) {
        const isl::val ratio = rows[i][pivot].div(rows[pivot][pivot]);
        for (std::size_t j = pivot; j < rows.size(); ++j) {
            rows[i][j] = rows[i][j].sub(ratio.mul(rows[pivot][j]));
        }
    }
}

} // namespace

isl::val determinant(isl::ctx ctx, const integer_matrix &matrix) {
    rational_matrix rows = rational(ctx, matrix);
    isl::val product(ctx, 1);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const auto row_k = rows.begin() + static_cast<std::ptrdiff_t>(k);
        const auto pivot =
            std::find_if(row_k, rows.end(), [&](const auto &row) { return !row[k].is_zero(); });
        if (pivot == rows.end()) {
            return isl::val(ctx, 0);
        }
        if (pivot != row_k) {
            std::iter_swap(pivot, row_k);
            product = product.neg();
        }
        product = product.mul(rows[k][k]);
        eliminate_below(rows, k);
    }
    return product;
}

bool is_unimodular(isl::ctx ctx, const integer_matrix &matrix) {
    return determinant(ctx, matrix).abs().is_one();
}

std::array<int, 2> unimodular_completion(int a, int b) {
    if (b == 0) {
        return {0, a};
    }
    for (int d = 1; d <= std::abs(b); ++d) {
        const auto rest = static_cast<std::int64_t>(a) * d - 1; // b * c
        if (rest % b == 0) {
            return {static_cast<int>(rest / b), d};
        }
    }
    return {0, 1};
}

} // namespace tiramisu::poly
