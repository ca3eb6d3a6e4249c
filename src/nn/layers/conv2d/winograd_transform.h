#pragma once

#include <functional>
#include <vector>

#include "tiramisu/expr.h"

namespace tiramisu::nn {

/// The matrices of Winograd's convolution F(m, 3): m results of a kernel of 3 elements by m + 2
/// products (Lavin and Gray, Fast Algorithms for Convolutional Neural Networks, 2015, section 4),
///
///     y = at ((g k) * (bt d)),     d: m + 2 elements, k: the kernel, *: element by element
///
/// and in two dimensions the same by rows and then by columns.
struct winograd_transform {
    using matrix = std::vector<std::vector<double>>;

    int m = 0;
    matrix bt; ///< (m + 2) x (m + 2)
    matrix g;  ///< (m + 2) x 3
    matrix at; ///< m x (m + 2)

    int products() const { return m + 2; }
    /// F(2, 3), F(4, 3) or F(6, 3).
    static const winograd_transform &of(int m);
};

/// Row `row`, an iterator whose loop is unrolled, of the matrix times the vector.
expr row_times(const winograd_transform::matrix &matrix, const expr &row,
               const std::function<expr(int)> &vector);

} // namespace tiramisu::nn
