#pragma once

#include "nn/framework/program/program.h"

namespace tiramisu::nn {

/// What a solver makes of a layer with sparse weights. Both functions take the number of non-zeros
/// after their buffers.
struct sparse_program {
    program run;          ///< of what is multiplied, values, offsets, starts, further tensors
    program pack_pattern; ///< of row_starts, column_indices, offsets, starts
    int blocks;           ///< starts are blocks + 1 times rows
};

} // namespace tiramisu::nn
