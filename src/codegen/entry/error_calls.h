#pragma once

#include <string>
#include <vector>

#include "codegen/expressions/halide.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// A call of a C function of the runtime.
Halide::Expr runtime_call(Halide::Type type, const char *what,
                          const std::vector<Halide::Expr> &arguments);

/// The call that reports what is wrong with an argument (see runtime/argument_errors.h); its value
/// is the code that the generated function returns.
Halide::Expr argument_error(const char *what, const core::program &program,
                            const std::string &buffer, const std::vector<Halide::Expr> &details);

} // namespace tiramisu::lower
