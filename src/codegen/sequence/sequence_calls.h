#pragma once

#include <functional>
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

/// Where elements are that are a part of the code.
using embedded_address = std::function<Halide::Expr(const sequence_memory &)>;

/// The rounds of calls. A call that fails ends them, and its code is returned.
hir::Stmt rounds_of_calls(const function_sequence &sequence,
                          const std::vector<sequence_member> &members, const environment &names,
                          const embedded_address &embedded, name_supply &supply);

} // namespace tiramisu::lower
