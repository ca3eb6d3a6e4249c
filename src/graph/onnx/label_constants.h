#pragma once

#include <set>
#include <string>

#include "graph/onnx/onnx.pb.h"
#include "tiramisu/graph/tensor.h"

namespace tiramisu::graph {

/// Constants of strings from which nodes only pick the labels of classes, as the converter of
/// scikit-learn writes it: such labels are numbers here. A constant that anything else reads is
/// none of them.
std::set<std::string> label_constants(const onnx::Graph &of);

/// Numbers from 0 on in place of the labels. Throws std::runtime_error where the sizes say another
/// count than there are.
tensor numbers_of_labels(const onnx::Tensor &from);

} // namespace tiramisu::graph
