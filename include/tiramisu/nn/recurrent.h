#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/find.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer_options.h"
#include "tiramisu/nn/layer_weights.h"
#include "tiramisu/nn/recurrent_problem.h"

namespace tiramisu::nn {

/// Memory that a recurrent layer reads and writes. None of it overlaps.
struct recurrent_data {
    const float *src = nullptr; ///< steps x mb x ic
    float *dst = nullptr;       ///< steps x mb x dlc: hidden states of the last layer

    // Of problems with lengths.

    std::optional<int> steps;              ///< up to t; none: t
    const std::int32_t *lengths = nullptr; ///< mb, each up to steps; null: all are `steps`

    // States of all layers, pseudo_layers x mb x dic, and hc of cells: before the first step that a
    // direction goes through, where null stands for zeros, and after the last one, where null
    // stands for not wanted. Cells are those of an LSTM.

    const float *first_hidden = nullptr, *first_cell = nullptr;
    float *last_hidden = nullptr, *last_cell = nullptr;
};

/// Every solver there is, in the order in which the rule asks them. Throws user_error as
/// recurrent_problem::checked().
std::vector<solver_verdict> recurrent_solvers(const recurrent_problem &problem,
                                              source_place where = source_place::current());

/// Recurrent layers compiled into this process. Several threads may run them at once.
class recurrent {
public:
    /// Weights in the arrangement that one such object reads; for no other one.
    using packed_weights = layer_weights;

    /// Throws user_error if the problem has no meaning, or if a solver or configuration that was
    /// asked for cannot do it: with the reason.
    explicit recurrent(const recurrent_problem &problem, const layer_options &how = {},
                       source_place where = source_place::current());
    ~recurrent();
    recurrent(recurrent &&) noexcept;
    recurrent &operator=(recurrent &&) noexcept;

    /// Throws user_error if src or dst is missing, if cell states are given that the cell does not
    /// have, or steps or lengths that the problem does not have, or that are out of range; error
    /// if memory runs out.
    void run(const recurrent_data &data, const packed_weights &weights) const;
    /// The same run, to be made many times. Its steps and lengths are those that are given here.
    invocation prepare(const recurrent_data &data, const packed_weights &weights,
                       const execution &how = {}) const;
    /// The same; packs the weights, as recurrent_problem describes them, anew each time.
    void run(const recurrent_data &data, const float *weights) const;
    packed_weights pack(const float *weights) const;

    const recurrent_problem &problem() const;
    const std::string &solver() const;        ///< that was chosen
    const std::string &configuration() const; ///< of its parameters
    std::size_t workspace_bytes() const;      ///< allocated while it runs

    /// Runs the solvers on random sequences of all steps and ranks them, as find() does
    /// convolutions.
    static std::vector<find_result> find(const recurrent_problem &problem,
                                         const search_options &how = {},
                                         source_place where = source_place::current());

    /// Writes the same as a C function `name` into the object file, with a header beside it that
    /// tells its arguments, and another, <name>_pack_weights, in <stem>_pack_weights. A target that
    /// TIRAMISU_TARGET names takes the place of that of the options. Throws user_error as the
    /// constructor, and if there is nothing to compute or `object` names no file; io_error where
    /// one cannot be written.
    static void write_object(const recurrent_problem &problem, const std::string &object,
                             const std::string &name, const layer_options &how = {},
                             source_place where = source_place::current());

private:
    struct compiled;
    std::unique_ptr<compiled> compiled_;
};

/// The same.
std::vector<find_result> find(const recurrent_problem &problem, const search_options &how = {},
                              source_place where = source_place::current());

} // namespace tiramisu::nn
