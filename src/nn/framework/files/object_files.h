#pragma once

#include <string>

#include "nn/framework/program/machine.h"
#include "nn/framework/program/program.h"
#include "tiramisu/error.h"
#include "tiramisu/function_sequence.h"

// C functions of layers as object files, each with a header.

namespace tiramisu::nn {

/// A C function of a layer, and where it goes.
struct object_place {
    std::string object; ///< path; the header is beside it, <stem>.h
    std::string name;

    /// Throws user_error, naming the problem, if the path names no file.
    static object_place of(const std::string &problem, const std::string &object,
                           const std::string &name, source_place where);

    /// Of a function that belongs to this one: both with "_" and a suffix.
    object_place further(const std::string &suffix) const;
    std::string header() const; ///< path, as the environment has it
};

/// These, with the target that the environment names, if it does: objects are compiled for that,
/// so layers have to be cut for it.
options object_options(const options &opts);

/// Writes the function and its header, whatever the program is called.
void write_function(const program &what, const object_place &to, const options &opts);
void write_function(const function_sequence &what, const object_place &to, const options &opts);

/// Adds text to the header, which includes of it bring once.
void add_to_header(const object_place &to, const std::string &text);

} // namespace tiramisu::nn
