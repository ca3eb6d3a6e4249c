#pragma once

#include <cstdint>
#include <vector>

#include "tiramisu/nn/recurrent_problem.h"

namespace tiramisu::oracle {

/// What a recurrent layer reads, as random numbers; weights so small that sums stay where the
/// activations are steep.
struct recurrent_values {
    std::vector<float> src, weights, first_hidden, first_cell;
    int steps;
    std::vector<std::int32_t> lengths; ///< of sequences, where the problem has them

    /// All steps; lengths of all kinds.
    recurrent_values(const nn::recurrent_problem &problem, unsigned seed);
    /// The same of so many steps.
    recurrent_values(const nn::recurrent_problem &problem, int steps, unsigned seed);
};

/// What it writes, as nn::recurrent_data says. Cells are empty where there are none.
struct recurrent_result {
    std::vector<double> dst, last_hidden, last_cell;
};

/// Computed in double precision from the definition in recurrent_problem.h. Where `values` have no
/// first states they are zeros.
recurrent_result reference_recurrent(const nn::recurrent_problem &problem,
                                     const recurrent_values &values);

} // namespace tiramisu::oracle
