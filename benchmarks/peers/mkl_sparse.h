#pragma once

#include <functional>

#include <tiramisu/sparse.h>

namespace tiramisu::bench {

/// MKL's product of a sparse matrix and a dense one or a vector, analysed for that product
/// beforehand.
struct mkl_sparse_product {
    std::function<void()> run; ///< empty if the library is not installed
    std::function<void(int)> set_threads;
};

/// How dense matrices lie in memory.
enum class dense_order { by_row, by_column };

/// c = a * b, b and c with `columns` columns. All stay where they are.
mkl_sparse_product mkl_sparse_mm(const sparse::csr_matrix &a, int columns, const float *b, float *c,
                                 dense_order order = dense_order::by_row);

/// c = a * b, b and c vectors.
mkl_sparse_product mkl_sparse_mv(const sparse::csr_matrix &a, const float *b, float *c);

} // namespace tiramisu::bench
