#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/elements.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer.h"
#include "tiramisu/nn/recurrent.h"
#include "tiramisu/sparse.h"

namespace tiramisu::nn {

/// How recurrent layers with sparse weights are to be computed.
struct sparse_recurrent_options : layer_options {
    /// Share of non-zeros among the weights that they are to be fast for; they compute any.
    double density = 0.15;
};

/// What sparse_recurrent::find() tries.
struct sparse_recurrent_search_options : search_options {
    /// Probability of each weight not to be zero, with which those that it is tried with are drawn.
    double density = 0.15;
};

/// Weights of recurrent layers in compressed rows.
struct sparse_recurrent_weights {
    /// For each layer, and of that for each direction, the matrix of its input, gates x hc rows by
    /// slc columns, then that of its hidden state, gates x hc rows by dic columns, then
    /// that of a projection, proj rows by hc columns.
    std::vector<sparse::csr_matrix> matrices;
    /// pseudo_layers x bias_gates x hc, as recurrent_problem says; null where the problem has none.
    const_elements bias = {};
};

using sparse_recurrent_layer =
    layer<recurrent_problem, sparse_recurrent_options, sparse_recurrent_search_options>;
extern template class layer<recurrent_problem, sparse_recurrent_options,
                            sparse_recurrent_search_options>;

/// Recurrent layers whose weights are mostly zeros, compiled into this process: no product with a
/// weight that is not stored is computed, so that a NaN it would meet does not spread. One object
/// computes with weights of any pattern. Several threads may run it at once.
class sparse_recurrent : public sparse_recurrent_layer {
public:
    using sparse_recurrent_layer::layer;

    /// Weights in the arrangement that one such object reads; for no other one.
    class packed_weights;

    /// Throws user_error if there are not as many matrices, of the sizes above, if they
    /// have more elements than 32-bit integers count, or if biases are missing or not wanted.
    packed_weights pack(const sparse_recurrent_weights &weights,
                        source_place where = source_place::current()) const;
    /// As recurrent::run().
    void run(const recurrent_data &data, const packed_weights &weights,
             source_place where = source_place::current()) const;
    /// The same run, to be made many times. Its steps and lengths are those that are given here.
    invocation prepare(const recurrent_data &data, const packed_weights &weights,
                       const execution &opts = {},
                       source_place where = source_place::current()) const;

    /// What is remembered holds for layers whose density has the same two digits, 0.16 or 0.0041.
    using sparse_recurrent_layer::find;
    /// The same with these weights, remembered for their density. Throws user_error as pack(), too.
    static std::vector<find_result> find(const recurrent_problem &problem,
                                         const sparse_recurrent_weights &weights,
                                         const search_options &opts = {},
                                         source_place where = source_place::current());
};

class sparse_recurrent::packed_weights {
public:
    packed_weights() = default;
    /// The layer that packed them, its solver and configuration; empty: none.
    const std::string &made_for() const { return made_for_; }

private:
    friend class sparse_recurrent;
    std::vector<jit_argument> arguments(bool with_bias) const;
    jit_argument count() const; ///< of packed elements

    std::vector<float> values_, bias_;
    std::vector<std::int32_t> offsets_, starts_, places_;
    std::string made_for_;
};

/// sparse_recurrent::solvers().
inline std::vector<solver_verdict>
sparse_recurrent_solvers(const recurrent_problem &problem,
                         source_place where = source_place::current()) {
    return sparse_recurrent::solvers(problem, {}, where);
}

} // namespace tiramisu::nn
