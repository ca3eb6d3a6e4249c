#pragma once

#include <string>

#include "tiramisu/function_sequence.h"

namespace tiramisu::graph {

/// For the header of a network's C function: structures of its inputs and outputs as plain arrays,
/// and <name>_run(), which takes them. Of a sequence whose weights are inside.
std::string plain_arrays_text(const function_sequence &network);

} // namespace tiramisu::graph
