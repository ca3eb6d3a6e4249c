#pragma once

#include <functional>
#include <string>

#include <tiramisu/sparse.h>

namespace tiramisu::bench {

/// libxsmm's product of a sparse matrix and a dense one, c = a * b (spmdm), for as many threads as
/// OpenMP has now; b and c row by row with `columns` columns. All stay where they are. The sparse
/// matrix is cut into the library's slices beforehand. Empty if the library was not there when this
/// program was built.
std::function<void()> xsmm_sparse_mm(const sparse::csr_matrix &a, int columns, const float *b,
                                     float *c);

/// Empty without the library.
std::string xsmm_version();

} // namespace tiramisu::bench
