#pragma once

#include <map>
#include <string>
#include <vector>

#include "codegen/expressions/halide.h"
#include "support/lowered_state.h"

namespace tiramisu::oracle {

/// Runs the body of a generated function (lower::lower_body()) on the arrays of `data`, with its
/// scalar arguments, as a machine without mercy does: an access outside of the buffer that is
/// named, a value written to an argument, an index or a condition that is made of what nothing has
/// set, or iterations of a parallel loop that touch what another one writes throw memory_fault; so
/// do blocks of a kernel, and threads of a block between barriers, or that do not come to the same
/// barriers.
/// Both arms of a select() run, as they do in the code that LLVM gets; lanes that are off touch
/// nothing. Returns false where a check of the arguments fails; checks that call functions of the
/// runtime are skipped.
bool run_lowered(const lower::hir::Stmt &body, const std::vector<std::string> &arguments,
                 const std::map<std::string, value> &scalars, memory &data);

} // namespace tiramisu::oracle
