#pragma once

#include <functional>
#include <optional>

#include "core/program/program.h"

namespace tiramisu::core {

/// A value of the form op(element, operand), where op is o_add, o_mul, o_min or o_max.
struct reduction {
    op_t op = o_none;
    expr element;
    expr operand;
};

/// The value as a reduction of the element that `is_element` knows, a difference as a sum with
/// -operand; nothing if it is none. The element may be any term of a sum, but none that is
/// subtracted, or any operand of a chain of one of the other operations: (c + a) + b is c + (a +
/// b).
std::optional<reduction> as_reduction(const expr &value,
                                      const std::function<bool(const expr &)> &is_element);
std::optional<reduction> as_reduction(const expr &value, const expr &element);

/// Where the value is a reduction of the element that the statement writes, sets `reduction`, and
/// brings a value of two operands to the form op(element, operand). Longer chains stay as they are
/// written: a sum of floats in another order is another sum.
void recognise_reduction(program_statement &statement);

/// e such that op(e, x) is x for every x.
expr neutral_element(op_t op, primitive_t type);

} // namespace tiramisu::core
