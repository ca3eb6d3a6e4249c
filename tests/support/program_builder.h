#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "support/random_program.h"

namespace tiramisu::oracle {

/// A program made through the public API.
struct built_program {
    std::shared_ptr<tiramisu::function> function;
    std::deque<tiramisu::buffer> buffers; ///< stay where they are
    std::vector<tiramisu::buffer *> arguments;
    std::map<std::string, computation> computations;
    std::vector<std::string> partial_results; ///< computations that rfactor has made, in order
    std::vector<std::string> copies;          ///< those of them that fill and empty windows
};

/// The program before anything is folded by a command. Throws what the public API throws.
built_program build(const random_program &program);

} // namespace tiramisu::oracle
