#pragma once

#include <optional>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/conv2d.h"
#include "tiramisu/nn/conv2d_problem.h"
#include "tiramisu/nn/elements.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer.h"
#include "tiramisu/nn/sparse_weights.h"
#include "tiramisu/sparse.h"

namespace tiramisu::nn {

/// How a sparse convolution is to be computed.
struct sparse_conv2d_options : layer_options {
    conv2d_layouts layouts;
    /// Share of non-zeros among the weights that it is to be fast for; it computes any.
    double density = 0.15;
    /// If given, the only pattern that its weights will have, so that there may be code for each
    /// non-zero; then `density` is this one's. Its values mean nothing.
    std::optional<sparse::csr_matrix> pattern = std::nullopt;
};

/// What sparse_conv2d::find() tries.
struct sparse_find_options : find_options {
    /// Probability of each weight not to be zero, with which those that it is tried with are drawn.
    double density = 0.15;
    /// If given, the only pattern of the layers that are tried, as sparse_conv2d_options has it:
    /// with random values, whatever the density; results are remembered for this pattern alone.
    std::optional<sparse::csr_matrix> pattern = std::nullopt;
};

using sparse_conv2d_layer = layer<conv2d_problem, sparse_conv2d_options, sparse_find_options>;
extern template class layer<conv2d_problem, sparse_conv2d_options, sparse_find_options>;

/// A convolution whose weights are mostly zeros, compiled into this process. One object computes
/// with weights of any pattern, unless one is given. No product with a weight that is not stored is
/// computed, so that a NaN it would meet does not spread; except by the solvers whose names begin
/// with "dense_", which the rule takes for a density above 0.6. Several threads may run one at
/// once.
///
/// A problem with more than one group is refused, or with more channels than offsets of 32 bits
/// reach in an image with its zeros, and a pattern of another size than the weights.
class sparse_conv2d : public sparse_conv2d_layer {
public:
    using sparse_conv2d_layer::layer;

    using packed_weights = sparse_weights;

    /// A row for each filter, columns counting (channel * kh + ky) * kw + kx. Throws user_error if
    /// the matrix has another size, or another pattern than the one that was given.
    packed_weights pack(const sparse::csr_matrix &weights,
                        source_place where = source_place::current()) const;
    /// As conv2d::run().
    void run(const_elements src, const packed_weights &weights, const_elements bias, elements dst,
             const_elements residual = {}, source_place where = source_place::current()) const;
    /// The same run, to be made many times.
    invocation prepare(const_elements src, const packed_weights &weights, const_elements bias,
                       elements dst, const_elements residual = {}, const execution &opts = {},
                       source_place where = source_place::current()) const;

    /// What is remembered holds for layers whose density has the same two digits, 0.16 or 0.0041.
    using sparse_conv2d_layer::find;
    /// The same with these weights, of layers for any pattern: results are remembered for their
    /// density, and solvers with code for one pattern are none. A layer that may be made for these
    /// weights' pattern has it in its options, and in those of the other find(). Throws user_error
    /// as pack(), too.
    static std::vector<find_result> find(const conv2d_problem &problem,
                                         const sparse::csr_matrix &weights,
                                         const find_options &opts = {},
                                         source_place where = source_place::current());
};

/// sparse_conv2d::solvers().
inline std::vector<solver_verdict>
sparse_conv2d_solvers(const conv2d_problem &problem, const sparse_conv2d_options &opts = {},
                      source_place where = source_place::current()) {
    return sparse_conv2d::solvers(problem, opts, where);
}

} // namespace tiramisu::nn
