#pragma once

#include <string>
#include <vector>

namespace tiramisu::bench {

/// A network to run.
struct network_file {
    std::string id;
    std::string path;      ///< of its ONNX file
    bool is_quick = false; ///< marked by a star: --quick runs it
};

/// The networks of a list, a line each: an id, and a star perhaps. Each is the file ID.onnx in
/// `folder`. An id that ends in .onnx is the path of a file itself, which has the id of its name.
/// Lines that begin with # are comments. Throws std::runtime_error if it cannot be read.
std::vector<network_file> read_networks(const std::string &list, const std::string &folder);

} // namespace tiramisu::bench
