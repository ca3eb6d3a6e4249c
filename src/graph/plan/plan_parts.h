#pragma once

#include <vector>

#include "graph/compile/lowered_graph.h"
#include "graph/plan/plan_graph.h"

namespace tiramisu::graph {

/// The graph of a plan, rewritten as far as it goes.
typed_graph rewritten_plan(const model &plan, source_place where);

/// What of a plan is computed together when its graph becomes steps, `lanes` floats in a vector:
/// a part ends where a step writes the result of an operation.
std::vector<nn::fusion_part> parts_of(const plan_graph &plan, int lanes, source_place where);

} // namespace tiramisu::graph
