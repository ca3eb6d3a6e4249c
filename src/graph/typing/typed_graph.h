#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph/operators/operator.h"
#include "tiramisu/graph/model.h"

namespace tiramisu::graph {

/// A network in which all types are known, all of it is supported, and what follows from constants
/// alone is a constant.
struct typed_graph {
    std::string name;
    int opset = 0;
    std::vector<std::string> inputs, outputs;
    /// Of outputs that are no values of this name, since an input is: what they are called outside.
    std::map<std::string, std::string> output_names;
    std::vector<node_pointer> nodes; ///< each after those that make what it reads
    std::map<std::string, tensor_type> types;
    std::map<std::string, tensor> constants;

    const tensor_type &type(const std::string &value) const { return types.at(value); }
    bool is_constant(const std::string &value) const { return constants.count(value) != 0; }
    /// What an output is called outside.
    const std::string &name_of_output(const std::string &value) const;
    /// Null: it is not one.
    const tensor *constant(const std::string &value) const;
    node_call call_of(const node_pointer &one) const;
    static const operator_row &row_of(const node &one);
    /// How often a value is read, as an output of the network, too.
    std::map<std::string, int> uses() const;
};

/// Of a network whose inputs have known sizes. Nodes that nothing needs are left out. Throws
/// unsupported_error with all that is wrong or not supported.
typed_graph typed(const model &bound, source_place where);

/// The same without what nothing needs.
typed_graph without_unused(typed_graph all);

} // namespace tiramisu::graph
