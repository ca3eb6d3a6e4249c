#pragma once

#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/elements.h"
#include "tiramisu/nn/gemm_problem.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer.h"
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

using gemm_layer = layer<gemm_problem, gemm_options, gemm_search_options>;
extern template class layer<gemm_problem, gemm_options, gemm_search_options>;

/// A product of matrices compiled into this process. Several threads may run one at once.
class gemm : public gemm_layer {
public:
    using gemm_layer::layer;

    /// c = alpha * a * b + beta * c + bias, as gemm_problem has it; bias is n numbers, or null
    /// where the problem has none. c overlaps none of the others. Nothing beyond the matrices is
    /// read or written. Throws user_error if a pointer is missing, error if memory runs out.
    void run(const_elements a, const_elements b, elements c, const_elements bias = {},
             source_place where = source_place::current()) const;
    /// The same with a b that was packed before.
    void run(const_elements a, const layer_weights &b, elements c, const_elements bias = {},
             source_place where = source_place::current()) const;
    layer_weights pack(const_elements b, source_place where = source_place::current()) const;
    /// The same run, to be made many times. Where a b that is not packed is brought into another
    /// order, that is done once, here.
    invocation prepare(const_elements a, const layer_weights &b, elements c,
                       const_elements bias = {}, const execution &opts = {},
                       source_place where = source_place::current()) const;
    invocation prepare(const_elements a, const_elements b, elements c, const_elements bias = {},
                       const execution &opts = {},
                       source_place where = source_place::current()) const;
};

/// gemm::solvers(), with constant_b as gemm_options has it.
inline std::vector<solver_verdict> gemm_solvers(const gemm_problem &problem,
                                                bool constant_b = false,
                                                source_place where = source_place::current()) {
    gemm_options opts;
    opts.constant_b = constant_b;
    return gemm::solvers(problem, opts, where);
}

/// gemm::find().
inline std::vector<find_result> find(const gemm_problem &problem, const search_options &opts = {},
                                     bool constant_b = false,
                                     source_place where = source_place::current()) {
    return gemm::find(problem, {opts, constant_b}, where);
}

} // namespace tiramisu::nn
