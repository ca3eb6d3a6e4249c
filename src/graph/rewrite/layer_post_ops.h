#pragma once

#include <string>

#include "graph/typing/typed_graph.h"

// What layers compute of their results before they store them: the attribute `post` of their nodes.
// Reasons are empty where there is none: the rewriting joins exactly those nodes.

namespace tiramisu::graph {

/// "relu+residual_add"; empty: none.
std::string post_ops_of(const node &layer);
/// The same layer with one more behind those that it has.
node with_post_op(const node &layer, const std::string &post_op);

/// Why a node takes no further post-op, whichever that is.
std::string why_no_post_ops(const typed_graph &graph, const node &layer);
/// Why a node of single elements that reads the layer's result is no post-op of it.
std::string why_not_post_op(const typed_graph &graph, const node &layer,
                            const node_pointer &reader);
/// The same of a pooling. Where every solver but the naive one refuses the layer with it, the
/// reasons of each: such a layer would store its sums before it pools them.
std::string why_not_pooled(const typed_graph &graph, const node_pointer &layer,
                           const node_pointer &pooling);

} // namespace tiramisu::graph
