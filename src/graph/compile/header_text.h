#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tiramisu/function_sequence.h"

namespace tiramisu::graph {

/// For the header of a network's C function: structures of its inputs and outputs as plain arrays,
/// and <name>_run(), which takes them. Where the weights are not inside, but in a file of that
/// fingerprint, also <name>_open_weights(), whose result <name>_run() takes as well.
std::string plain_arrays_text(const function_sequence &network,
                              const std::optional<std::uint64_t> &weight_fingerprint);

} // namespace tiramisu::graph
