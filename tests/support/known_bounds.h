#pragma once

#include "support/library_view.h"

namespace tiramisu::oracle {

/// The view as it is for certain parameters and arguments: bounds that are read from the arguments
/// are numbers, so that every domain is the set of the instances that run.
library_view with_known_bounds(library_view view, const std::map<std::string, value> &parameters,
                               const memory &arguments);

} // namespace tiramisu::oracle
