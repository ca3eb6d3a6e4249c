#pragma once

#include <string>

// What the generators of recurrent layers share.

namespace tiramisu::nn {

/// The lines of a usage text that tell about the problem, dense or sparse.
std::string recurrent_usage(const std::string &cell);

} // namespace tiramisu::nn
