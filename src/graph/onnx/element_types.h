#pragma once

#include <optional>
#include <string>

#include "tiramisu/type.h"

namespace tiramisu::graph {

/// What a number of ONNX's list of element types stands for; none where it is not supported.
/// Float16 and bfloat16 are read as float32.
std::optional<primitive_t> from_onnx(int type);
/// The reverse, of a type that is supported.
int to_onnx(primitive_t type);
/// "float16"; "type 99" for what the list does not have.
std::string onnx_type_name(int type);

} // namespace tiramisu::graph
