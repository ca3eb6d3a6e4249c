#pragma once

#include <string>
#include <vector>

#include "tiramisu/buffer.h"
#include "tiramisu/function.h"
#include "tiramisu/jit.h"
#include "tiramisu/options.h"

namespace tiramisu::nn {

/// A C function in the language, with its schedule; not compiled yet.
struct program {
    function what;
    std::vector<buffer> arguments; ///< of the C function, in order

    compiled_function compile(const options &opts = {}) const;
    void write_object(const std::string &path, const options &opts = {}) const;
};

} // namespace tiramisu::nn
