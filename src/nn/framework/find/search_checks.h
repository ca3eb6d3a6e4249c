#pragma once

#include "tiramisu/error.h"
#include "tiramisu/nn/search_options.h"

namespace tiramisu::nn {

/// Throws user_error where options of a search have no meaning.
void check_search(const search_options &opts, source_place where);

} // namespace tiramisu::nn
