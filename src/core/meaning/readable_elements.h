#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// Notes with the statements of `code`, which is `now.resolved`, which of the reads that conditions
/// guard could be made without asking these: program_statement::always_readable and
/// readable_as_declared.
void note_readable_elements(const function_state &function, const analysis &now, program &code);

/// For callers whose arguments have the sizes that they are declared with.
void trust_declared_sizes(program &resolved);

} // namespace tiramisu::core
