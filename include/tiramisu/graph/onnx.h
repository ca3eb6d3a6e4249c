#pragma once

#include <string>

#include "tiramisu/error.h"
#include "tiramisu/graph/model.h"

namespace tiramisu::graph {

/// The network of an ONNX file. Constants that lie in files beside it are read, too, and never from
/// outside of its folder. Throws io_error if a file cannot be read or is damaged, user_error where
/// it has what is not supported (types of elements, graphs inside of attributes, ...), all of it in
/// one error.
model read_onnx(const std::string &path, source_place where = source_place::current());

/// The same of the file's bytes; `folder` is where files beside it would lie.
model parse_onnx(const std::string &bytes, const std::string &folder = ".",
                 source_place where = source_place::current());

/// Writes a network as an ONNX file, with the constants inside: at most 2 GiB. Throws io_error.
void write_onnx(const model &network, const std::string &path);

/// The bytes of that file.
std::string onnx_bytes(const model &network);

} // namespace tiramisu::graph
