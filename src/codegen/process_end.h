#pragma once

#include <string>

#include "tiramisu/error.h"

namespace tiramisu::lower {

/// Stands for one use of Halide. What that needs is static in its functions, and is destroyed
/// before static objects that were made earlier: in their destructors, once there was a use before,
/// the constructor throws unsupported_error.
class generator_use {
public:
    generator_use(const std::string &function, source_place where);
    ~generator_use();
    generator_use(const generator_use &) = delete;
    generator_use &operator=(const generator_use &) = delete;
};

} // namespace tiramisu::lower
