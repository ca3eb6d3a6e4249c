#pragma once

#include <functional>
#include <string>
#include <vector>

#include "nn/program/program.h"
#include "tiramisu/expr.h"
#include "tiramisu/graph/tensor.h"

namespace tiramisu::graph {

/// Programs that make each element of a result of one element of each operand.
struct element_work {
    /// As they lie in memory, of the same rank as the result: sizes are equal or 1.
    std::vector<shape> operands;
    shape result;
    /// The value, given one of each operand.
    std::function<expr(const std::vector<expr> &)> value;
    std::vector<primitive_t> types = {}; ///< of the operands; none: all of them are floats
    primitive_t type = p_float32;        ///< of the result
};

/// Its arguments are the operands, then the result. Dimensions that need not be apart are one.
nn::program element_program(const element_work &of, const std::string &name, int lanes);

/// Shapes as element_program() makes them: as few dimensions as possible, and of one long row
/// several, so that threads can share them. For tests.
element_work collapsed(const element_work &of);

} // namespace tiramisu::graph
