#pragma once

#include <string>

#include "nn/framework/program/program.h"
#include "nn/sparse/recurrent/cut.h"

namespace tiramisu::nn {

/// The function that packs matrices in compressed rows, which lie below each other: for each
/// pseudo-layer that of its input, then that of its hidden state, each gates x hc rows, then that
/// of a projection.
program recurrent_pattern_packer(const sparse_recurrent_task &task,
                                 const sparse_recurrent_tiling &blocking, const std::string &name);

} // namespace tiramisu::nn
