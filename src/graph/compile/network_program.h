#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/typing/typed_graph.h"
#include "tiramisu/function_sequence.h"
#include "tiramisu/graph/network.h"

namespace tiramisu::graph {

/// What holds the weights, in a sequence.
constexpr const char *weights_memory = "weights", *indices_memory = "indices";

/// A network as one C function: its inputs, then its outputs.
struct network_program {
    /// Of inputs, outputs, and the weights as an input without values; the indices, too, where
    /// there are some.
    function_sequence sequence;
    std::shared_ptr<const std::vector<float>> weights;
    /// Where weights that are not zero meet what they are multiplied with; empty where all are
    /// dense.
    std::shared_ptr<const std::vector<std::int32_t>> indices;
    nn::network_report report;

    /// The same with the weights inside of the code.
    function_sequence with_weights_inside() const;
};

/// The function is called `name`. Throws unsupported_error with all that cannot be compiled.
network_program write_network(const typed_graph &graph, const std::string &name,
                              const nn::layer_options &opts, const nn::layer_choices &choices,
                              source_place where);

} // namespace tiramisu::graph
