#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/derivative/dependence_path.h"

namespace tiramisu::core {

/// What is added to a function for a derivative.
struct built_adjoints {
    computation_state *seed = nullptr; ///< an input; null where the seed is 1
    std::map<std::string, computation_state *> by_name;
    std::vector<computation_state *> all; ///< executed, in the order of declaration
};

/// Declares the adjoints of all that lies on the path, of what is read after who reads it. Throws
/// in the name of the call.
built_adjoints build_adjoints(function_state &function, const computation_state &of,
                              const dependence_path &path, const public_call &call);

} // namespace tiramisu::core
