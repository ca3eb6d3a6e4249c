#pragma once

#include "nn/framework/choice/layer_solver.h"
#include "nn/framework/program/program.h"
#include "nn/sparse/recurrent/task.h"

namespace tiramisu::nn {

/// What a solver makes.
struct sparse_recurrent_program {
    /// Of src, values, offsets, starts, places, [bias,] first_hidden, [first_cell,] [lengths,] dst,
    /// last_hidden, [last_cell]; behind them the number of packed elements [and that of steps].
    program run;
    /// Of row_starts, column_indices, values, starts, places, offsets, packed values; behind them
    /// the numbers of elements, and of packed ones.
    program pack;
    int rows;     ///< packed ones: `places`; `starts` are one more
    int fillings; ///< by which packed elements may be more than elements
};

using sparse_recurrent_solver = layer_solver<sparse_recurrent_task, sparse_recurrent_program>;

} // namespace tiramisu::nn
