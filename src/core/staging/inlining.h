#pragma once

#include <memory>

#include "core/meaning/analysis.h"

// `P.compute_inline()`: P is neither executed nor stored; what reads P(f(i)) evaluates P's
// expression at f(i) instead. P stays a part of the meaning: the analysis looks at the program as
// written, and what P's reads depend on, those of its readers then depend on.

namespace tiramisu::core {

/// Reads of inlined computations in `value` replaced by their expressions.
expr with_inlined(const function_state &function, const expr &value);

/// The definition as it is executed: a copy, which windows may change further.
std::unique_ptr<computation_state> executed_copy(const computation_state &original);

/// The analysis without the inlined computations. Pairs of dependences are carried over one by one,
/// so that the check of the result proves that readers find the values that P would have found.
/// Throws user_error where an inlined computation has to be stored after all.
analysis with_inlining(const function_state &function, analysis now);

} // namespace tiramisu::core
