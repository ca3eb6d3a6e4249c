#pragma once

#include <string>
#include <vector>

#include "tiramisu/graph/graph.h"

namespace tiramisu::testing {

/// A case of ONNX's operator suite: a network of one node, or of a few, with inputs and outputs.
struct suite_case {
    std::string name;
    graph::model network;
    std::vector<graph::tensor> inputs, outputs; ///< in the order of the network
    bool has_halves = false;                    ///< which are computed as floats here
};

/// What became of it.
struct suite_result {
    enum class status {
        right,   ///< as it is
        bound,   ///< right, where some inputs are known while compiling
        refused, ///< in an error that says why
        wrong
    };
    status is = status::refused;
    std::string bound; ///< inputs that had to be known
    std::string text;  ///< of the error, or the difference
};

/// Reads a folder with model.onnx and test_data_set_0. Throws error where it cannot be read.
suite_case read_suite_case(const std::string &folder);

/// By the definitions of the operators, or compiled.
suite_result run_suite_case(const suite_case &of, bool compiles);

} // namespace tiramisu::testing
