#pragma once

#include <string>

#include "tiramisu/graph/tensor.h"

namespace tiramisu::tool {

/// A tensor of a file of NumPy's format, version 1 to 3, little-endian and in C's order. Throws
/// failure, which names the file, for others.
graph::tensor read_npy(const std::string &path);

void write_npy(const std::string &path, const graph::tensor &values);

} // namespace tiramisu::tool
