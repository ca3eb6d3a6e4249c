#pragma once

#include <optional>
#include <string>

#include "support/file_cache.h"
#include "tiramisu/graph/network.h"

namespace tiramisu::graph {

// Compiled networks on disk. What one is called there follows from all that decides what is
// compiled: the network with its constants and sizes, the options, the machine, and this library.

/// The user's: the folder $TIRAMISU_CACHE, else tiramisu/networks in $XDG_CACHE_HOME or ~/.cache;
/// none where TIRAMISU_CACHE says "off", or there is no such place. It takes at most
/// $TIRAMISU_CACHE_MB megabytes, 2048 if that is not said.
support::file_cache compiled_networks();

/// What a network is called whose sizes are bound; `purpose` tells apart what is made of it.
/// Nothing where it must be compiled anew: something is to be shown meanwhile, or the choice of
/// solvers follows from measured times, which may change.
std::optional<std::string> cache_key(const model &bound, const nn::network_options &opts,
                                     const std::string &purpose);

} // namespace tiramisu::graph
