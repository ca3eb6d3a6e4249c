#pragma once

#include <string>

#include "tiramisu/error.h"

namespace tiramisu::nn {

inline const std::string axis_key = "axis";
/// That the logarithm of a softmax is meant.
inline const std::string log_key = "log";

/// Throws user_error if it is neither that of channels nor that of columns.
void check_axis(const std::string &subject, int axis, source_place where);

} // namespace tiramisu::nn
