#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph/compile/network_program.h"
#include "graph/typing/typed_graph.h"
#include "support/text_parts.h"

namespace tiramisu::graph {

/// What calls of a compiled network need, and what is told of it.
struct network_image {
    std::vector<value_declaration> inputs, outputs; ///< with sizes
    std::vector<std::vector<std::int64_t>> extents; ///< of the code's arguments
    std::shared_ptr<const std::vector<float>> weights;
    std::shared_ptr<const std::vector<std::int32_t>> indices; ///< of network_program
    nn::network_report report;
    std::string code; ///< function_sequence::image()

    network_image() = default;
    /// Without code.
    network_image(const typed_graph &ready, const network_program &made);
    /// Of what bytes() made. Throws internal_error for others.
    explicit network_image(const std::string &bytes);
    /// Refers to the weights.
    support::text_parts bytes() const;
};

} // namespace tiramisu::graph
