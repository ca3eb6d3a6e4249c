#pragma once

#include <functional>
#include <vector>

#include "core/program/guards.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// What an expression passes on to one element that it reads.
struct read_derivative {
    expr read;       ///< C(i + 1)
    expr derivative; ///< the weight times the derivative by the element, over the same iterators
    isl::set points; ///< { [i] }: nowhere else is it read
};

/// An expression whose derivatives are asked for.
struct differentiated {
    expr value;  ///< over the definition's iterators
    expr weight; ///< the derivative by the value
    expr stored; ///< where the value can be read; undefined if nowhere
};

/// For each element that the value reads of the computations that `is_active` knows, once, and 0
/// where the definition's predicate does not hold. Throws
/// unsupported_error where such an element is an argument of a C function.
std::vector<read_derivative>
local_derivatives(const computation_state &definition, const differentiated &what,
                  const std::function<bool(const std::string &)> &is_active);

} // namespace tiramisu::core
