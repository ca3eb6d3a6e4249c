#pragma once

#include <string>

#include "graph/compile/network_program.h"
#include "nn/framework/files/object_files.h"

namespace tiramisu::graph {

/// What a network is written to.
struct network_files {
    nn::object_place object;
    std::string weights; ///< path, as the environment has it; empty: they are in the object

    /// Throws user_error, naming the model, if one of the paths names no file, or both the same.
    static network_files of(const std::string &model, const std::string &object,
                            const std::string &name, const std::string &weights,
                            source_place where);
    bool has_weights() const { return !weights.empty(); }

    /// Throws io_error where one cannot be written, and what generating code throws.
    void write(const network_program &made, const options &opts) const;
};

} // namespace tiramisu::graph
