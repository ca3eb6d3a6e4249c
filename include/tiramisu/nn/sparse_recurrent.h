#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/find.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer_options.h"
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
    const float *bias = nullptr;
};

/// Every solver there is, in the order in which the rule asks them. Throws user_error as
/// recurrent_problem::checked().
std::vector<solver_verdict> sparse_recurrent_solvers(const recurrent_problem &problem,
                                                     source_place where = source_place::current());

/// Recurrent layers whose weights are mostly zeros, compiled into this process: no product with a
/// weight that is not stored is computed, so that a NaN it would meet does not spread. One object
/// computes with weights of any pattern. Several threads may run it at once.
class sparse_recurrent {
public:
    /// Weights in the arrangement that one such object reads; for no other one.
    class packed_weights;

    /// Throws user_error if the problem or the density has no meaning, or if a solver or
    /// configuration that was asked for cannot do it: with the reason.
    explicit sparse_recurrent(const recurrent_problem &problem,
                              const sparse_recurrent_options &how = {},
                              source_place where = source_place::current());
    ~sparse_recurrent();
    sparse_recurrent(sparse_recurrent &&) noexcept;
    sparse_recurrent &operator=(sparse_recurrent &&) noexcept;

    /// Throws user_error if there are not as many matrices, of the sizes above, if they
    /// have more elements than 32-bit integers count, or if biases are missing or not wanted.
    packed_weights pack(const sparse_recurrent_weights &weights,
                        source_place where = source_place::current()) const;
    /// As recurrent::run().
    void run(const recurrent_data &data, const packed_weights &weights) const;
    /// The same run, to be made many times. Its steps and lengths are those that are given here.
    invocation prepare(const recurrent_data &data, const packed_weights &weights,
                       const execution &how = {}) const;

    const recurrent_problem &problem() const;
    const std::string &solver() const;        ///< that was chosen
    const std::string &configuration() const; ///< of its parameters
    std::size_t workspace_bytes() const;      ///< allocated while it runs

    /// Runs the solvers on random sequences and weights and ranks them, as find() does
    /// convolutions, over all steps. What is remembered holds for layers whose density has the same
    /// two digits, 0.16 or 0.0041.
    static std::vector<find_result> find(const recurrent_problem &problem,
                                         const sparse_recurrent_search_options &how = {},
                                         source_place where = source_place::current());
    /// The same with these weights, remembered for their density. Throws user_error as pack(), too.
    static std::vector<find_result> find(const recurrent_problem &problem,
                                         const sparse_recurrent_weights &weights,
                                         const search_options &how = {},
                                         source_place where = source_place::current());

    /// Writes the same as a C function `name` into the object file, with a header beside it that
    /// tells its arguments, and another, <name>_pack_weights, in <stem>_pack_weights. A target that
    /// TIRAMISU_TARGET names takes the place of that of the options. Throws user_error as the
    /// constructor, and if there is nothing to compute or `object` names no file; io_error where
    /// one cannot be written.
    static void write_object(const recurrent_problem &problem, const std::string &object,
                             const std::string &name, const sparse_recurrent_options &how = {},
                             source_place where = source_place::current());

private:
    struct compiled;
    std::unique_ptr<compiled> compiled_;
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

} // namespace tiramisu::nn
