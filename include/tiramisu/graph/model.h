#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "tiramisu/error.h"
#include "tiramisu/graph/tensor.h"

// Networks as ONNX describes them: named values, and nodes that make values of others.

namespace tiramisu::graph {

struct model;

/// A graph is one of its own inside of a node: a branch, the body of a loop.
using attribute =
    std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>, std::vector<float>,
                 std::vector<std::string>, tensor, std::shared_ptr<const model>>;

/// An operation of the graph. Immutable: whoever changes a graph makes other nodes.
struct node {
    std::string name; ///< may be empty
    std::string op;   ///< operator: "Conv"; those outside of ONNX's own domain "domain.Name"
    std::vector<std::string> inputs; ///< values; an empty name: left out
    std::vector<std::string> outputs;
    std::map<std::string, attribute> attributes;

    /// node "conv1" (Conv); node of value "x" (Conv) where it has no name.
    std::string subject() const;
};
using node_pointer = std::shared_ptr<const node>;

/// A size that is a number or, until it is bound, a symbol such as "batch"; both empty: anything.
struct extent {
    std::int64_t size = -1; ///< -1: not known
    std::string symbol;

    bool is_known() const { return size >= 0; }
};

/// A value that goes into the graph, or comes out of it.
struct value_declaration {
    std::string name;
    primitive_t elements = p_float32;
    std::vector<extent> extents;
    bool has_rank = true; ///< else nothing is known of its shape
    // p_none: nothing is known of its type, either, of a graph inside of a node.

    /// "x float32 [batch, 3, 224, 224]"
    std::string text() const;
};

/// A network. Nodes stand in any order; each value has one origin.
struct model {
    std::string name;
    int opset = 0; ///< version of ONNX's operators that the nodes are of
    std::vector<value_declaration> inputs, outputs;
    std::map<std::string, tensor> constants;
    std::vector<node_pointer> nodes;
    std::vector<value_declaration> values = {}; ///< others whose types a file declares
    /// Versions of operators of other domains than ONNX's own, by their names.
    std::map<std::string, int> domains = {};

    /// The same with sizes of inputs as numbers: by the input's name, all of its sizes; or by the
    /// name of a symbol, the one size that it stands for. Symbols that become numbers by one input
    /// are these numbers in all. Throws user_error if there is no such input or symbol, if a size
    /// contradicts another one, or if one is still unknown.
    model bound(const std::map<std::string, shape> &input_shapes,
                source_place where = source_place::current()) const;

    /// The same where these inputs have values that are known: they are constants, and no inputs.
    /// Throws user_error if there is no such input, or its type is another one.
    model with_values(const std::map<std::string, tensor> &known,
                      source_place where = source_place::current()) const;

    /// Values that a node reads and does not make itself: its inputs, and what graphs inside of it
    /// read from outside.
    static std::vector<std::string> reads_of(const node &one);
};

} // namespace tiramisu::graph
