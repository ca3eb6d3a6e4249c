#pragma once

#include <string>

#include "nn/framework/program/configuration.h"
#include "tiramisu/options.h"

namespace tiramisu::nn {

/// Under TIRAMISU_VERBOSE=1: which solver computes a problem, and why that one.
void tell_choice(const std::string &problem, const std::string &solver, const configuration &values,
                 const std::string &why);

/// The same: the command that makes and runs the layer again. `text` is what databases call it;
/// layers for a pattern of zeros have no text that says all.
void tell_driver_call(const std::string &text, const std::string &solver,
                      const configuration &values, const options &opts);

} // namespace tiramisu::nn
