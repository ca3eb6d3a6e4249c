#pragma once

#include <map>
#include <string>

#include "tiramisu/nn/search_options.h"

namespace tiramisu::nn {

/// All modes by their names.
const std::map<std::string, find_mode> &find_modes();

/// What a search is asked for: by the user of the program, who sets TIRAMISU_FIND, else by the
/// program. What the user asks for does as much as can be done where the program has no results.
find_mode asked_mode(const search_options &opts);

} // namespace tiramisu::nn
