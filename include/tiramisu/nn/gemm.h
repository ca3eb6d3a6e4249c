#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/nn/find.h"
#include "tiramisu/nn/gemm_problem.h"
#include "tiramisu/nn/layer_options.h"
#include "tiramisu/nn/layer_weights.h"

namespace tiramisu::nn {

/// How a product is to be computed.
struct gemm_options : layer_options {
    /// b stays the same while many a come, as a layer's weights do: pack() may bring it into
    /// another order, so that run() need not.
    bool constant_b = false;
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

    const gemm_problem &problem() const;
    const std::string &solver() const;        ///< that was chosen
    const std::string &configuration() const; ///< of its parameters
    std::size_t workspace_bytes() const;      ///< allocated by each thread while it runs

private:
    struct compiled;
    std::unique_ptr<compiled> compiled_;
};

/// As find() of a convolution.
std::vector<find_result> find(const gemm_problem &problem, const search_options &how = {},
                              bool constant_b = false,
                              source_place where = source_place::current());

} // namespace tiramisu::nn
