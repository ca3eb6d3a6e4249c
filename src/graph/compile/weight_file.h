#pragma once

#include <cstdint>
#include <string>

#include "graph/compile/network_program.h"
#include "support/text_parts.h"

namespace tiramisu::graph {

// The file in which a network's weights lie when they are not in its object file: what the run-time
// library maps (tiramisu_open_weight_file).

/// What tells these weights apart.
std::uint64_t weight_fingerprint(const network_program &of);

/// The whole file. Refers to the weights.
support::text_parts weight_file_bytes(const network_program &of);

/// Whether there is no such file yet, or one of weights, which may be replaced.
bool may_become_weights(const std::string &path);

} // namespace tiramisu::graph
