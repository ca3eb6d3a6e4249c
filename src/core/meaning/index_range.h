#pragma once

#include "core/program/program.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// Indices are computed in 32 bits. Throws unsupported_error where a part of one does not fit:
/// i + j - first, i and j being far from 0, or 65536 * i. Parts that depend on sizes or memory are
/// not looked at.
void require_indices_fit(const function_state &function, const program &resolved);

} // namespace tiramisu::core
