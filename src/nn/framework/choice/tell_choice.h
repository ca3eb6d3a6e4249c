#pragma once

#include <string>

#include "nn/framework/program/configuration.h"

namespace tiramisu::nn {

/// Under TIRAMISU_VERBOSE=1: which solver computes a problem, and why that one.
void tell_choice(const std::string &problem, const std::string &solver, const configuration &values,
                 const std::string &why);

} // namespace tiramisu::nn
