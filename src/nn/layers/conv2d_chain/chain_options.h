#pragma once

#include <string>

#include "tiramisu/nn/conv2d.h"

namespace tiramisu::nn {

/// Throws user_error, naming the chain, if a configuration is asked for.
void require_no_configuration(const std::string &chain, const layer_options &opts,
                              source_place where);

/// Those that are asked for, but for a solver, which is one of convolutions.
layer_options options_of_resizing(const layer_options &opts);

} // namespace tiramisu::nn
