#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/find.h"
#include "tiramisu/nn/gemm_problem.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer_options.h"
#include "tiramisu/nn/layer_weights.h"

namespace tiramisu::nn {

/// How a product is to be computed.
struct gemm_options : layer_options {
    /// b stays the same while many a come, as a layer's weights do: pack() may bring it into
    /// another order, so that run() need not.
    bool constant_b = false;
};

/// What gemm::find() tries.
struct gemm_search_options : search_options {
    bool constant_b = false; ///< as gemm_options has it
};

/// Every solver there is, in the order in which the rule asks them. Throws user_error as
/// gemm_problem::checked().
std::vector<solver_verdict> gemm_solvers(const gemm_problem &problem, bool constant_b = false,
                                         source_place where = source_place::current());

/// A product of matrices compiled into this process. Several threads may run one at once.
class gemm {
public:
    /// Throws user_error if the problem has no meaning, or if a solver or configuration that was
    /// asked for cannot do it: with the reason.
    explicit gemm(const gemm_problem &problem, const gemm_options &how = {},
                  source_place where = source_place::current());
    ~gemm();
    gemm(gemm &&) noexcept;
    gemm &operator=(gemm &&) noexcept;

    /// c = alpha * a * b + beta * c + bias, as gemm_problem has it; bias is n floats, or null where
    /// the problem has none. c overlaps none of the others. Nothing beyond the matrices is read or
    /// written. Throws user_error if a pointer is missing, error if memory runs out.
    void run(const float *a, const float *b, float *c, const float *bias = nullptr) const;
    /// The same with a b that was packed before.
    void run(const float *a, const layer_weights &b, float *c, const float *bias = nullptr) const;
    layer_weights pack(const float *b) const;
    /// The same run, to be made many times. Where a b that is not packed is brought into another
    /// order, that is done once, here.
    invocation prepare(const float *a, const layer_weights &b, float *c,
                       const float *bias = nullptr, const execution &how = {}) const;
    invocation prepare(const float *a, const float *b, float *c, const float *bias = nullptr,
                       const execution &how = {}) const;

    const gemm_problem &problem() const;
    const std::string &solver() const;        ///< that was chosen
    const std::string &configuration() const; ///< of its parameters
    std::size_t workspace_bytes() const;      ///< allocated by each thread while it runs

    /// Runs the solvers on random matrices and ranks them, as find() does convolutions.
    static std::vector<find_result> find(const gemm_problem &problem,
                                         const gemm_search_options &how = {},
                                         source_place where = source_place::current());

    /// Writes the same as a C function `name` into the object file, with a header beside it that
    /// tells its arguments, and another, <name>_pack_weights, in <stem>_pack_weights. A target that
    /// TIRAMISU_TARGET names takes the place of that of the options. Throws user_error as the
    /// constructor, and if there is nothing to compute or `object` names no file; io_error where
    /// one cannot be written.
    static void write_object(const gemm_problem &problem, const std::string &object,
                             const std::string &name, const gemm_options &how = {},
                             source_place where = source_place::current());

private:
    struct compiled;
    std::unique_ptr<compiled> compiled_;
};

/// The same.
std::vector<find_result> find(const gemm_problem &problem, const search_options &how = {},
                              bool constant_b = false,
                              source_place where = source_place::current());

} // namespace tiramisu::nn
