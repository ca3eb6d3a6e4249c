#pragma once

#include <optional>

#include "core/program.h"

namespace tiramisu::core {

/// A value of the form op(element, operand), where op is o_add, o_mul, o_min or o_max.
struct reduction {
    op_t op = o_none;
    expr operand;
};

/// The value as a reduction of `element`, a difference as a sum with -operand; nothing if it is
/// none.
std::optional<reduction> as_reduction(const expr &value, const expr &element);

/// Where the value is a reduction of the element that the statement writes, brings it to the form
/// op(element, operand) and sets `reduction`.
void recognise_reduction(program_statement &statement);

/// e such that op(e, x) is x for every x.
expr neutral_element(op_t op, primitive_t type);

} // namespace tiramisu::core
