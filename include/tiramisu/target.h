#pragma once

#include <string>

#include "tiramisu/language.h"

namespace tiramisu {

/// What code that is compiled for a target has for vectors.
struct target_vectors {
    std::string target; ///< with all features, in one order: "x86-64-linux-avx-avx2-..."
    int floats;         ///< in a register
    int registers;
};

/// Of a target as options::target names it. Throws unsupported_error as compiling for it does.
target_vectors vectors_of(const std::string &target);

} // namespace tiramisu
