#pragma once

#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/elements.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer.h"
#include "tiramisu/nn/sparse_weights.h"
#include "tiramisu/nn/spmm_problem.h"
#include "tiramisu/sparse.h"

namespace tiramisu::nn {

/// How a product with a sparse matrix is to be computed.
struct spmm_options : layer_options {
    /// Share of non-zeros in a that it is to be fast for; it computes any.
    double density = 0.15;
};

/// What spmm::find() tries.
struct spmm_search_options : search_options {
    /// Probability of each element of a not to be zero, with which those that it is tried with are
    /// drawn.
    double density = 0.15;
};

using spmm_layer = layer<spmm_problem, spmm_options, spmm_search_options>;
extern template class layer<spmm_problem, spmm_options, spmm_search_options>;

/// A product of a sparse matrix and a dense one, compiled into this process: no product with an
/// element that is not stored is computed, so that a NaN it would meet does not spread. One object
/// computes with matrices of any pattern. Several threads may run one at once.
class spmm : public spmm_layer {
public:
    using spmm_layer::layer;

    using packed_weights = sparse_weights;

    /// Throws user_error if a is not m x k. A problem with blocks takes all in which an element of
    /// a is stored.
    packed_weights pack(const sparse::csr_matrix &a,
                        source_place where = source_place::current()) const;
    /// Throws user_error if a is not m x k in blocks of the problem's size.
    packed_weights pack(const sparse::bsr_matrix &a,
                        source_place where = source_place::current()) const;
    /// c = a * b + bias, as spmm_problem has it; bias is m floats, or null where the problem has
    /// none. c overlaps none of the others. Nothing beyond the matrices is read or written. Throws
    /// user_error if a pointer is missing or a was packed for another product, error if memory runs
    /// out.
    void run(const_elements b, const packed_weights &a, const_elements bias, elements c,
             source_place where = source_place::current()) const;
    /// The same run, to be made many times.
    invocation prepare(const_elements b, const packed_weights &a, const_elements bias, elements c,
                       const execution &opts = {},
                       source_place where = source_place::current()) const;

    /// What is remembered holds for matrices whose density has the same two digits, 0.16 or 0.0041.
    using spmm_layer::find;
    /// The same with this a, remembered for its density. Throws user_error as pack(), too.
    static std::vector<find_result> find(const spmm_problem &problem, const sparse::csr_matrix &a,
                                         const search_options &opts = {},
                                         source_place where = source_place::current());
};

/// spmm::solvers().
inline std::vector<solver_verdict> spmm_solvers(const spmm_problem &problem,
                                                const spmm_options &opts = {},
                                                source_place where = source_place::current()) {
    return spmm::solvers(problem, opts, where);
}

} // namespace tiramisu::nn
