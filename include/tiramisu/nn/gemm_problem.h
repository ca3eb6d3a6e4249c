#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/nn/element_type.h"
#include "tiramisu/nn/post_op.h"
#include "tiramisu/nn/product_types.h"

namespace tiramisu::nn {

/// A product of matrices, in BLAS's letters:
///
///     c[i, j] = alpha * sum over p of a[i, p] * b[p, j] + beta * c[i, j] + bias[j]
///
/// and then the post-ops in their order; i < m, j < n, p < k. All lie row by row without gaps: a as
/// m x k, b as k x n, c as m x n; where transa (transb) is set, a (b) lies as k x m (n x k). Where
/// beta is 0, what c held plays no part, even if it is no number.
struct gemm_problem {
    static constexpr const char *kind = "gemm";

    int m = 0, n = 0, k = 0; ///< m may be 0
    bool transa = false, transb = false;
    float alpha = 1, beta = 0;
    bool bias = false;
    std::vector<post_op> post_ops;         ///< of single values: no pooling, no residual
    element_type type = element_type::f32; ///< of a; of b and c where these do not say theirs
    std::optional<element_type> b_type, c_type;

    /// The one text of this problem: "gemm m=64 n=10 k=128 transb=1 beta=1 bias=1 post=relu". Where
    /// a word says what is above, it is left out; the last ones are the types, "type=u8 b_type=s8
    /// c_type=s32". Equal problems have equal texts, and texts never
    /// change from one version to the next. Throws as checked().
    std::string text() const;
    /// From such a text. The words come in any order; what is left out has the value above, while
    /// m, n and k have to be there. Throws user_error.
    static gemm_problem parse(const std::string &text,
                              source_place where = source_place::current());

    /// This problem. Throws user_error if it has no meaning.
    gemm_problem checked(source_place where = source_place::current()) const;

    /// Of a, b and c. Biases are of arithmetic().
    product_types types() const { return {type, b_type.value_or(type), c_type.value_or(type)}; }

    /// Multiplications and additions of the sums.
    double operations() const { return 2.0 * m * n * k; }
};

bool operator==(const gemm_problem &left, const gemm_problem &right);
inline bool operator!=(const gemm_problem &left, const gemm_problem &right) {
    return !(left == right);
}

} // namespace tiramisu::nn
