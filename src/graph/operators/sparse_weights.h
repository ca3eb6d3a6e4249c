#pragma once

#include <string>

#include "graph/operators/node_call.h"

// What rewriting says of layers whose constant weights stay sparse: the attribute `density`.

namespace tiramisu::graph {

inline bool has_sparse_weights(const node_call &call) {
    return call.has("density");
}

/// The text of such a layer.
std::string sparse_text(const std::string &problem, const node_call &call);

} // namespace tiramisu::graph
