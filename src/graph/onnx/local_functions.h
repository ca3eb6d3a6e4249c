#pragma once

#include "graph/model/problem_list.h"
#include "graph/onnx/onnx.pb.h"

namespace tiramisu::graph {

/// Puts the nodes of the file's own functions in the place of the nodes that call them, also in
/// graphs inside of nodes. What cannot be put there is told, and stays.
void inline_functions(onnx::Model &model, problem_list &problems);

} // namespace tiramisu::graph
