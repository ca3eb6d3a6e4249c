#pragma once

#include <functional>
#include <vector>

#include "tiramisu/expr.h"

namespace tiramisu::nn {

/// The matrices of Winograd's convolution F(m, r): m results of a kernel of r elements by m + r - 1
/// products (Lavin and Gray, Fast Algorithms for Convolutional Neural Networks, 2015, section 4),
///
///     y = at ((g k) * (bt d)),     d: m + r - 1 elements, k: the kernel, *: element by element
///
/// and in two dimensions the same by rows and then by columns.
struct winograd_transform {
    using matrix = std::vector<std::vector<double>>;

    int m = 0, kernel = 0; ///< m, r
    matrix bt;             ///< (m + r - 1) x (m + r - 1)
    matrix g;              ///< (m + r - 1) x r
    matrix at;             ///< m x (m + r - 1)

    int products() const { return m + kernel - 1; }

    /// With more, results lose too much of single precision.
    static constexpr int most_products = 8;
    /// F(m, kernel), of at most so many products. F(1, 1) is the convolution itself.
    static const winograd_transform &of(int m, int kernel);
};

/// Row `row`, an iterator whose loop is unrolled, of the matrix times the vector.
expr row_times(const winograd_transform::matrix &matrix, const expr &row,
               const std::function<expr(int)> &vector);

} // namespace tiramisu::nn
