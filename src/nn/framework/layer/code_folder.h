#pragma once

#include "support/file_cache.h"
#include "tiramisu/nn/layer_cache.h"

namespace tiramisu::nn {

/// Code of layers on disk: layer_cache_folder().
support::file_cache code_folder();

} // namespace tiramisu::nn
