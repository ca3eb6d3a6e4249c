#pragma once

#include <optional>
#include <string>

#include "graph/compile/network_program.h"
#include "nn/framework/files/object_files.h"
#include "tiramisu/graph/network.h"

namespace tiramisu::graph {

// Object files of networks, with their headers and files of weights, which the cache on disk keeps.

/// What a network is written to.
struct network_files {
    nn::object_place object;
    std::string weights; ///< path, as the environment has it; empty: they are in the object

    /// Throws user_error, naming the model, if one of the paths names no file, or both the same.
    static network_files of(const std::string &model, const std::string &object,
                            const std::string &name, const std::string &weights,
                            source_place where);
    bool has_weights() const { return !weights.empty(); }
};

/// Writes the files that were kept under a key to this place, and returns what was told of them.
/// Nothing where there are none, or where compiling would refuse to replace the header. Throws
/// io_error where they cannot be written.
std::optional<nn::network_report> write_kept_object(const std::string &key,
                                                    const network_files &to);

/// Keeps the files that were written there.
void keep_object(const std::string &key, const network_files &from, const network_program &made);

} // namespace tiramisu::graph
