#pragma once

#include "codegen/environment.h"
#include "codegen/halide.h"
#include "codegen/names.h"
#include "core/program.h"

namespace tiramisu::lower {

/// Checks a requirement at all its points, one after the other. The first one where it does not
/// hold is reported, and the function returns the code (see runtime/argument_errors.h).
hir::Stmt requirement_check(const core::program &program, const core::program_requirement &what,
                            const environment &names, name_supply &supply);

} // namespace tiramisu::lower
