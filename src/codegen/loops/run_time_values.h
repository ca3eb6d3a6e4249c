#pragma once

#include <vector>

#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "core/program/program.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// A value that loops need before they run: what the first source that is valid gives. The others
/// may read outside of their buffers.
Halide::Expr run_time_value(const core::program &program,
                            const std::vector<poly::value_source> &sources,
                            const environment &names);

} // namespace tiramisu::lower
