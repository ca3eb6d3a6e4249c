#pragma once

#include <array>
#include <initializer_list>
#include <string>

#include "tiramisu/error.h"
#include "tiramisu/nn/layout.h"

namespace tiramisu::nn {

/// Throws user_error if a tensor of these extents has more elements than 32-bit integers count:
/// solvers count rows, columns and tiles in them. An extent of 0 counts as 1, since a size may come
/// with the call instead. `subject` names the problem.
void check_tensor_size(const std::string &subject, const std::string &tensor,
                       std::initializer_list<int> extents, source_place where);
/// The same of images, also if they have as many with those that fill up blocks of the layout.
void check_tensor_size(const std::string &subject, const std::string &tensor,
                       const std::array<int, 4> &extents, layout format, source_place where);

} // namespace tiramisu::nn
