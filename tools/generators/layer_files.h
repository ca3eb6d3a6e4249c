#pragma once

#include <string>

#include "nn/program/machine.h"
#include "nn/program/program.h"
#include "tiramisu/function_sequence.h"

namespace tiramisu::nn {

/// The exported name that the build asks for, or `otherwise`.
std::string asked_name(const std::string &otherwise);

/// The target that the build asks for.
options asked_target();
/// This machine, with the vectors of that one.
machine asked_machine();

/// Writes `name`.o and `name`.h where the build wants them, whatever the program is called.
void write_function(const program &what, const std::string &name, const options &how);
void write_function(const function_sequence &what, const std::string &name, const options &how);

/// Adds text to `name`.h, which includes of it bring once.
void add_to_header(const std::string &name, const std::string &text);

} // namespace tiramisu::nn
