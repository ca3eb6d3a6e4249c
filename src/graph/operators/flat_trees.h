#pragma once

namespace tiramisu::graph {

class operator_table;

/// Adds the operator of trees that are lists of nodes and lists of leaves.
void add_flat_trees(operator_table &all);

} // namespace tiramisu::graph
