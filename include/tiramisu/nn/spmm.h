#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/find.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer_options.h"
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

/// Every solver there is, in the order in which the rule asks them. Throws user_error as spmm().
std::vector<solver_verdict> spmm_solvers(const spmm_problem &problem, const spmm_options &how = {},
                                         source_place where = source_place::current());

/// A product of a sparse matrix and a dense one, compiled into this process: no product with an
/// element that is not stored is computed, so that a NaN it would meet does not spread. One object
/// computes with matrices of any pattern. Several threads may run one at once.
class spmm {
public:
    using packed_weights = sparse_weights;

    /// Throws user_error if the problem has no meaning, or if a solver or configuration that was
    /// asked for cannot do it: with the reason.
    explicit spmm(const spmm_problem &problem, const spmm_options &how = {},
                  source_place where = source_place::current());
    ~spmm();
    spmm(spmm &&) noexcept;
    spmm &operator=(spmm &&) noexcept;

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
    void run(const float *b, const packed_weights &a, const float *bias, float *c) const;
    /// The same run, to be made many times.
    invocation prepare(const float *b, const packed_weights &a, const float *bias, float *c,
                       const execution &how = {}) const;

    const spmm_problem &problem() const;
    const std::string &solver() const;        ///< that was chosen
    const std::string &configuration() const; ///< of its parameters
    std::size_t workspace_bytes() const;      ///< allocated by each thread while it runs

    /// Runs the solvers on random matrices and ranks them, as find() does convolutions. What is
    /// remembered holds for matrices whose density has the same two digits, 0.16 or 0.0041.
    static std::vector<find_result> find(const spmm_problem &problem,
                                         const spmm_search_options &how = {},
                                         source_place where = source_place::current());
    /// The same with this a, remembered for its density. Throws user_error as pack(), too.
    static std::vector<find_result> find(const spmm_problem &problem, const sparse::csr_matrix &a,
                                         const search_options &how = {},
                                         source_place where = source_place::current());

    /// Writes the same as a C function `name` into the object file, with a header beside it that
    /// tells its arguments, and another, <name>_pack_pattern, in <stem>_pack_pattern. A target that
    /// TIRAMISU_TARGET names takes the place of that of the options. Throws user_error as the
    /// constructor, and if there is nothing to compute or `object` names no file; io_error where
    /// one cannot be written.
    static void write_object(const spmm_problem &problem, const std::string &object,
                             const std::string &name, const spmm_options &how = {},
                             source_place where = source_place::current());

private:
    struct compiled;
    std::unique_ptr<compiled> compiled_;
};

} // namespace tiramisu::nn
