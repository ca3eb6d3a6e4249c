#pragma once

#include <vector>

#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "core/program/program.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// A value that loops need before they run, computed by the first of its sources that is valid. A
/// source that is not valid may read outside of its buffers.
Halide::Expr run_time_value(const core::program &program,
                            const std::vector<poly::value_source> &sources,
                            const environment &names);

} // namespace tiramisu::lower
