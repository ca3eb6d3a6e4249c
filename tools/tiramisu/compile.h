#pragma once

#include <string>
#include <vector>

#include "tiramisu/graph/network.h"

namespace tiramisu::tool {

/// What `tiramisu compile` is asked.
struct compile_request {
    std::string model;                     ///< path of the ONNX file
    std::string object;                    ///< path; empty: <name>.o
    std::string name;                      ///< of the C function; empty: that of the file
    std::vector<std::string> input_shapes; ///< "x=1,3,224,224"
    std::string target = "host";
    bool exact = false; ///< only layers whose sums are those of the definition, in any order
    std::string density = "auto"; ///< or "dense", "sparse": see nn::weight_density
};

/// What a word asks for: auto, dense or sparse. Throws failure.
nn::weight_density density_of(const std::string &word);

/// Writes object file and header, and tells what they consist of. Throws what the library throws,
/// and failure for words that say nothing.
std::string compile(const compile_request &asked);

} // namespace tiramisu::tool
