#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tiramisu::bench {

/// C = A * B, all row by row and dense: A is m x k, B is k x n.
struct product_sizes {
    int m, n, k;
    double operations() const { return 2.0 * m * n * k; }
};

/// A library's product of two matrices of floats.
struct sgemm_peer {
    std::string name;
    /// Empty if the library is not installed.
    std::function<void(product_sizes, const float *a, const float *b, float *c)> multiply = {};
    std::function<void(int)> set_threads = {}; ///< empty: OpenMP's threads
};

/// OpenBLAS, oneDNN, MKL.
const std::vector<sgemm_peer> &sgemm_peers();

} // namespace tiramisu::bench
