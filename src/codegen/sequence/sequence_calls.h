#pragma once

#include <memory>
#include <string>
#include <vector>

#include "codegen/lower.h"
#include "codegen/prove.h"
#include "tiramisu/function_sequence.h"

namespace tiramisu::lower {

/// A function of a sequence, which is proved and fits.
struct sequence_member {
    const sequence_call *call;
    std::shared_ptr<const proved> function; ///< the same one for all that become one C function
    std::string caller = {}; ///< the C function that makes its calls, see caller_of()
};

/// The rounds of calls. A call that fails ends them, and its code is returned. Memory whose
/// elements are given is what embedded_memory() makes of it for `name`.
hir::Stmt rounds_of_calls(const function_sequence &sequence, const std::string &name,
                          const std::vector<sequence_member> &members, const environment &names,
                          name_supply &supply);

/// Elements that are a part of the code of the C function `name`.
Halide::Buffer<> embedded_memory(const std::string &name, const sequence_memory &memory);

} // namespace tiramisu::lower
