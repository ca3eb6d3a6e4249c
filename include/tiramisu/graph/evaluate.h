#pragma once

#include <map>
#include <string>

#include "tiramisu/error.h"
#include "tiramisu/graph/model.h"

namespace tiramisu::graph {

/// The outputs of a network for these inputs, by the definitions of its operators in plain C++:
/// slow, what compiled networks are compared with. Sizes that the network leaves open are those of
/// the inputs; others may follow from values that it computes. Throws unsupported_error with all
/// that is not supported, user_error where an input is missing or does not fit.
std::map<std::string, tensor> evaluate(const model &network,
                                       const std::map<std::string, tensor> &inputs,
                                       source_place where = source_place::current());

} // namespace tiramisu::graph
