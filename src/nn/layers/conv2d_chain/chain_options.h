#pragma once

#include <string>

#include "tiramisu/nn/conv2d.h"

namespace tiramisu::nn {

/// Throws user_error, naming the chain, if a solver or a configuration is asked for.
void require_auto(const std::string &chain, const layer_options &opts, source_place where);

/// The same; and if any number or size of images is.
void require_options_of_chain(const conv2d_options &opts, source_place where);

} // namespace tiramisu::nn
