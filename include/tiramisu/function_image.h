#pragma once

#include <string>
#include <vector>

#include "tiramisu/function.h"

// Functions as bytes, which other processes load in the place of compiling them.

namespace tiramisu {

/// Machine code of the function for this machine, as bytes that load_function_image() takes in any
/// process with this version of the library. Empty where such bytes cannot be loaded, which is
/// known for x86-64 alone. Throws as function::compile(), and io_error where there is no memory for
/// a file.
std::string function_image(const function &what, const std::vector<buffer *> &arguments,
                           const options &opts = {}, source_place where = source_place::current());

/// The function that those bytes are. Empty where they refer to what this process does not have;
/// function::compile() does without. Throws internal_error where the bytes are others.
compiled_function load_function_image(const std::string &image);

} // namespace tiramisu
