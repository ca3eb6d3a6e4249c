#pragma once

#include <string>
#include <vector>

#include "tiramisu/graph/network.h"
#include "tiramisu/tune_network.h"

namespace tiramisu::tool {

/// What `tiramisu compile` is asked.
struct compile_request {
    std::string model;                     ///< path of the ONNX file
    std::string object;                    ///< path; empty: <name>.o
    std::string weights;                   ///< path of a file that takes them; empty: the object
    std::string name;                      ///< of the C function; empty: that of the file
    std::vector<std::string> input_shapes; ///< "x=1,3,224,224"
    std::string target = "host";
    bool exact = false; ///< only layers whose sums are those of the definition, in any order
    std::string density = "auto"; ///< or "dense", "sparse": see nn::weight_density
    tune_network_request tuning;
    bool partial = false; ///< what is not supported is left: see compile_parts()
};

/// Where a network goes.
struct compiled_files {
    std::string name, object, weights; ///< of the C function; paths, weights may be empty
};

/// What a word asks for: auto, dense or sparse. Throws failure.
nn::weight_density density_of(const std::string &word);

/// Writes one network, and tells what it consists of, after its name.
std::string compile(const graph::model &model, const compiled_files &to, nn::network_options opts,
                    const tune_network_request &tuning, std::ostream &progress);

/// Writes object file and header, and tells what they consist of; on `progress`, how measuring
/// layers goes. Throws what the library throws, and failure for words that say nothing.
std::string compile(const compile_request &asked, std::ostream &progress);

} // namespace tiramisu::tool
