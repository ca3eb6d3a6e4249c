#pragma once

#include "nn/choice/layer_solver.h"
#include "nn/program/program.h"
#include "nn/sparse_conv2d/task.h"

namespace tiramisu::nn {

/// What a solver makes. Both functions take the number of non-zeros after their buffers.
struct sparse_conv2d_program {
    program run;          ///< of src, values, offsets, starts, [bias,] [residual,] dst
    program pack_pattern; ///< of row_starts, column_indices, offsets, starts
    int channel_blocks;   ///< starts are channel_blocks + 1 times oc
};

using sparse_conv2d_solver = layer_solver<sparse_conv2d_task, sparse_conv2d_program>;

} // namespace tiramisu::nn
