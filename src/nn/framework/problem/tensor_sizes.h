#pragma once

#include <initializer_list>
#include <string>

#include "tiramisu/error.h"

namespace tiramisu::nn {

/// Throws user_error if a tensor of these extents has more elements than 32-bit integers count:
/// solvers count rows, columns and tiles in them. An extent of 0 counts as 1, since a size may come
/// with the call instead. `subject` names the problem.
void check_tensor_size(const std::string &subject, const std::string &tensor,
                       std::initializer_list<int> extents, source_place where);

} // namespace tiramisu::nn
