#pragma once

#include <iosfwd>
#include <string>

#include "tiramisu/compile.h"

namespace tiramisu::tool {

/// `tiramisu compile --partial`: parts of the network that are supported become object files, the
/// others ONNX files beside them, each with a number behind its name, and it is told what runs
/// where. A network that is supported is compiled as a whole. Throws as compile(), and failure if
/// no part is supported.
std::string compile_parts(const graph::model &model, const compiled_files &to,
                          const nn::network_options &opts, const tune_network_request &tuning,
                          std::ostream &progress);

} // namespace tiramisu::tool
