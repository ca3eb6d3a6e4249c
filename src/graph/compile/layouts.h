#pragma once

#include <map>
#include <string>

#include "graph/operators/operator.h"
#include "graph/typing/typed_graph.h"
#include "tiramisu/nn/layout.h"

namespace tiramisu::graph {

constexpr std::int64_t block_channels = 16; // of nchw16c

/// Whether a value may lie in blocks of channels: images of several pixels whose channels fill
/// them. Images of one pixel lie alike both ways.
bool can_lie_in_blocks(const tensor_type &type);

/// Whether a node of this result reads its input `i` in whichever layout that lies. Poolings to one
/// pixel do: their result lies alike in all layouts.
bool reads_as_it_lies(layout_rule rule, const tensor_type &result, std::size_t i);

/// Sizes of a value as it lies in memory.
shape stored_extents(const tensor_type &type, nn::layout format);

/// A layout for each value that is not plain, so that reorders and convolutions of plain images
/// cost little together: from all values in blocks, one value after the other, and runs of those
/// that lie alike, are changed as long as that is cheaper.
std::map<std::string, nn::layout> choose_layouts(const typed_graph &graph);

} // namespace tiramisu::graph
