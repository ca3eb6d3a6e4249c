#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/jit.h"
#include "tiramisu/nn/elements.h"
#include "tiramisu/nn/invocation.h"
#include "tiramisu/nn/layer.h"
#include "tiramisu/nn/layer_weights.h"
#include "tiramisu/nn/recurrent_problem.h"

namespace tiramisu::nn {

/// Memory that a recurrent layer reads and writes, all of its problem's type. None of it overlaps.
struct recurrent_data {
    const_elements src = {}; ///< steps x mb x ic
    elements dst = {};       ///< steps x mb x dlc: hidden states of the last layer

    // Of problems with lengths.

    std::optional<int> steps;              ///< up to t; none: t
    const std::int32_t *lengths = nullptr; ///< mb, each up to steps; null: all are `steps`

    // States of all layers, pseudo_layers x mb x dic, and hc of cells: before the first step that a
    // direction goes through, where null stands for zeros, and after the last one, where null
    // stands for not wanted. Cells are those of an LSTM.

    const_elements first_hidden = {}, first_cell = {};
    elements last_hidden = {}, last_cell = {};
};

using recurrent_layer = layer<recurrent_problem, layer_options, search_options>;
extern template class layer<recurrent_problem, layer_options, search_options>;

/// Recurrent layers compiled into this process. Several threads may run them at once.
class recurrent : public recurrent_layer {
public:
    using recurrent_layer::layer;

    /// Weights in the arrangement that one such object reads; for no other one.
    using packed_weights = layer_weights;

    /// Throws user_error if src or dst is missing, if memory is of another type than the problem,
    /// if cell states are given that the cell does not have, or steps or lengths that the problem
    /// does not have, or that are out of range; error if memory runs out.
    void run(const recurrent_data &data, const packed_weights &weights,
             source_place where = source_place::current()) const;
    /// The same run, to be made many times. Its steps and lengths are those that are given here.
    invocation prepare(const recurrent_data &data, const packed_weights &weights,
                       const execution &opts = {},
                       source_place where = source_place::current()) const;
    /// The same; packs the weights, as recurrent_problem describes them, anew each time.
    void run(const recurrent_data &data, const_elements weights,
             source_place where = source_place::current()) const;
    packed_weights pack(const_elements weights, source_place where = source_place::current()) const;
};

/// recurrent::solvers().
inline std::vector<solver_verdict> recurrent_solvers(const recurrent_problem &problem,
                                                     source_place where = source_place::current()) {
    return recurrent::solvers(problem, {}, where);
}

/// recurrent::find().
inline std::vector<find_result> find(const recurrent_problem &problem,
                                     const search_options &opts = {},
                                     source_place where = source_place::current()) {
    return recurrent::find(problem, opts, where);
}

} // namespace tiramisu::nn
