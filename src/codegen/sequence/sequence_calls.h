#pragma once

#include <string>
#include <vector>

#include "codegen/lower.h"
#include "codegen/prove.h"
#include "tiramisu/function_sequence.h"

namespace tiramisu::lower {

/// A function of a sequence, which is proved and fits.
struct sequence_member {
    const sequence_call *call;
    proved function;
    std::string name; ///< of the C function that it becomes
};

/// The rounds of calls. A call that fails ends them, and its code is returned.
hir::Stmt rounds_of_calls(const std::vector<sequence_member> &members, int rounds,
                          const buffer_table &buffers, const environment &names,
                          name_supply &supply);

} // namespace tiramisu::lower
