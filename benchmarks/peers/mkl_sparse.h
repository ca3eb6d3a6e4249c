#pragma once

#include <functional>

#include <tiramisu/sparse.h>

namespace tiramisu::bench {

/// MKL's product of a sparse matrix and a dense one, analysed for that product beforehand.
struct mkl_sparse_product {
    std::function<void()> run; ///< empty if the library is not installed
    std::function<void(int)> set_threads;
};

/// c = a * b, b and c row by row with `columns` columns. All stay where they are.
mkl_sparse_product mkl_sparse_mm(const sparse::csr_matrix &a, int columns, const float *b,
                                 float *c);

} // namespace tiramisu::bench
