#pragma once

#include <vector>

#include "support/lowered_value.h"

namespace tiramisu::oracle {

/// A pure intrinsic of lowered code in one lane, in which all operands are known. Throws
/// not_modelled.
lane lowered_intrinsic(const lower::hir::Call &node, const std::vector<lane> &operands);

} // namespace tiramisu::oracle
