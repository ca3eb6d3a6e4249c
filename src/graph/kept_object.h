#pragma once

#include <optional>
#include <string>

#include "graph/network_files.h"
#include "tiramisu/graph/network.h"

namespace tiramisu::graph {

// Object files of networks, with their headers and files of weights, which the cache on disk keeps.

/// Writes the files that were kept under a key to this place, and returns what was told of them.
/// Nothing where there are none, or where compiling would refuse to replace the header. Throws
/// io_error where they cannot be written.
std::optional<nn::network_report> write_kept_object(const std::string &key,
                                                    const network_files &to);

/// Keeps the files that were written there.
void keep_object(const std::string &key, const network_files &from, const network_program &made);

} // namespace tiramisu::graph
