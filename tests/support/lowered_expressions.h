#pragma once

#include "support/lowered_state.h"

namespace tiramisu::oracle {

/// The value of an expression of lowered code. Both arms of a select() and both sides of a
/// conjunction run, as they do in what LLVM gets; lanes that a mask turns off touch no memory.
lowered_value evaluate_lowered(const Halide::Expr &expression, lowered_state &state);

} // namespace tiramisu::oracle
