#pragma once

#include <string>
#include <vector>

#include "codegen/expressions/halide.h"
#include "core/program/program.h"
#include "tiramisu/jit.h"

namespace tiramisu::lower {

/// A C function as machine code that can be kept in a file, with what is known of its arguments.
struct object_code {
    std::string name;
    std::vector<primitive_t> buffers, scalars; ///< elements of its arguments
    std::vector<std::string> objects;          ///< object files: their bytes

    explicit object_code(const core::program &program);
    /// Of bytes that image() made. Throws internal_error for others.
    explicit object_code(const std::string &image);
    std::string image() const;
};

/// The object file of a module, as bytes. Throws io_error where there can be no file to write it
/// to.
std::string object_bytes(const Halide::Module &module);

} // namespace tiramisu::lower
