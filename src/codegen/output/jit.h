#pragma once

#include "codegen/expressions/halide.h"
#include "codegen/output/object_code.h"
#include "core/program/program.h"
#include "tiramisu/jit.h"

namespace tiramisu::lower {

/// Compiles a module into this process, as an object file where such can be loaded. `name` is its
/// entry, which must have an argv wrapper. The code calls the runtime that is linked into this
/// library.
compiled_function load(const core::program &program, const Halide::Module &module,
                       const std::string &name);
/// The same of object files. Empty where these are of a kind that is not known here; see
/// loaded_objects.h.
compiled_function load(const object_code &code);

} // namespace tiramisu::lower
