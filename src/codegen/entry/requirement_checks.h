#pragma once

#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// Checks a requirement at all its points, one after the other. The first one where it does not
/// hold is reported, and the function returns the code (see runtime/argument_errors.h).
hir::Stmt requirement_check(const core::program &program, const core::program_requirement &what,
                            const environment &names, name_supply &supply);

} // namespace tiramisu::lower
