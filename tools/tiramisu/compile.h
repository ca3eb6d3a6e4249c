#pragma once

#include <string>
#include <vector>

namespace tiramisu::tool {

/// What `tiramisu compile` is asked.
struct compile_request {
    std::string model;                     ///< path of the ONNX file
    std::string object;                    ///< path; empty: <name>.o
    std::string name;                      ///< of the C function; empty: that of the file
    std::vector<std::string> input_shapes; ///< "x=1,3,224,224"
    std::string target = "host";
    bool exact = false; ///< only layers whose sums are those of the definition, in any order
};

/// Writes object file and header, and tells what they consist of. Throws what the library throws,
/// and failure for words that say nothing.
std::string compile(const compile_request &asked);

} // namespace tiramisu::tool
