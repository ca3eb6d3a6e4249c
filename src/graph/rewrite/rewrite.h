#pragma once

#include "graph/typing/typed_graph.h"
#include "tiramisu/graph/network.h"

// Graphs that compute the same with fewer or cheaper nodes.

namespace tiramisu::graph {

/// x -> Identity -> y and x -> Dropout -> y: readers of y read x.
typed_graph without_identities(typed_graph from);

/// Conv -> BatchNormalization, Conv -> Add of a constant for each channel: one Conv with other
/// weights and bias. BatchNormalization of anything else: x * factor + offset, with a number of
/// each for a channel.
typed_graph with_folded_batch_norms(typed_graph from);

/// What Gemm adds becomes a bias of n elements, or an Add of its own; MatMul -> Add of n elements:
/// a bias of MatMul. From here on the third input of both is a bias.
typed_graph with_biases(typed_graph from);

/// Conv, Gemm, MatMul -> activation: one node with the attribute `post`, post-ops of layers. Conv
/// -> Add of a value of the same shape: one node with that value as its fourth input.
typed_graph with_post_ops(typed_graph from);

/// Conv -> MaxPool, AveragePool: one node whose post-ops end with the pooling, where a solver pools
/// while it computes. Windows that overlap may have it compute sums twice, so networks have a
/// pooling of its own; fusion plans have this.
typed_graph with_poolings(typed_graph from);

/// All of them but with_poolings().
typed_graph rewritten(typed_graph from);

/// Conv, Gemm and MatMul whose constant weights are to stay sparse have the attribute `density`,
/// the share of their weights that are not zero. `relaxed` as in nn::layer_options. Follows all
/// else.
typed_graph with_sparse_weights(typed_graph from, nn::weight_density asked, bool relaxed);

} // namespace tiramisu::graph
