#pragma once

#include <vector>

#include "core/program/public_call.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// A definition of a computation whose values are a part of what readers find.
struct chain_link {
    const computation_state *definition = nullptr;
    op_t op = o_none;  ///< by which it accumulates; o_none if it sets elements anew
    expr operand;      ///< what is set, or accumulated
    isl::set points;   ///< { S[i] } whose values nobody overwrites
    isl::map elements; ///< { S[i] -> P[a] } that it defines, at these points
};

/// The definitions of a computation, the last one first. Throws unsupported_error, in the name of
/// the call, where the final value is not one operation on what all of them give.
std::vector<chain_link> chain_of(const computation_state &base, const public_call &call);

/// { P[a] } that the chain defines.
isl::set defined_elements(const computation_state &base, const std::vector<chain_link> &chain);

} // namespace tiramisu::core
