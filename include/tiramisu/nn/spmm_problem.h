#pragma once

#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/nn/element_type.h"
#include "tiramisu/nn/post_op.h"

namespace tiramisu::nn {

/// A product of a sparse matrix and a dense one, in BLAS's letters:
///
///     c[i, j] = sum over p of a[i, p] * b[p, j] + bias[i]
///
/// and then the post-ops in their order; i < m, j < n, p < k. a is sparse. b lies row by row
/// without gaps as k x n, c as m x n; where transb (transc) is set, b (c) lies as n x k (n x m). A
/// fully connected layer, n images of k channels to m units, has both set; n = 1 is a matrix
/// times a vector.
struct spmm_problem {
    static constexpr const char *kind = "spmm";

    int m = 0, n = 0, k = 0; ///< n may be 0
    bool transb = false, transc = false;
    bool bias = false;
    int block = 1; ///< 2, 4, 8 or 16: a is stored by blocks of so many rows (sparse::bsr_matrix)
    std::vector<post_op> post_ops;         ///< of single values: no pooling, no residual
    element_type type = element_type::f32; ///< of the matrices

    /// The one text of this problem: "spmm m=64 n=10 k=128 transb=1 transc=1 bias=1 post=relu".
    /// Where a word says what is above, it is left out. Equal problems have equal texts, and texts
    /// never change from one version to the next. Throws as checked().
    std::string text() const;
    /// From such a text. The words come in any order; what is left out has the value above, while
    /// m, n and k have to be there. Throws user_error.
    static spmm_problem parse(const std::string &text,
                              source_place where = source_place::current());

    /// This problem. Throws user_error if it has no meaning.
    spmm_problem checked(source_place where = source_place::current()) const;

    /// Multiplications and additions of the sums with so many non-zeros.
    double operations(double nonzeros) const { return 2.0 * nonzeros * n; }
};

bool operator==(const spmm_problem &left, const spmm_problem &right);
inline bool operator!=(const spmm_problem &left, const spmm_problem &right) {
    return !(left == right);
}

} // namespace tiramisu::nn
