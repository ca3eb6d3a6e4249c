#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graph/operators/operator.h"
#include "tiramisu/computation.h"

// Steps of operators that only move elements.

namespace tiramisu::graph {

/// "1,-2,3".
std::string list_text(const std::vector<std::int64_t> &list);

/// A number of 32 bits in the language.
expr literal(std::int64_t value);

/// A program that makes one tensor of another: `value` says what an element is, given the source
/// and the iterators over the result.
nn::program
moving_program(const std::string &name, primitive_t type, const shape &from, const shape &to,
               int lanes,
               const std::function<expr(const input &, const std::vector<var> &)> &value);

/// The same with a schedule of its own.
nn::program
moving_program(const std::string &name, primitive_t type, const shape &from, const shape &to,
               const std::function<expr(const input &, const std::vector<var> &)> &value,
               const std::function<void(computation &, const std::vector<var> &)> &schedule);

/// The step with such a program, from the first input to the first output.
step moving_step(const lowering &of, const std::string &text,
                 std::function<nn::program(const std::string &)> write);

/// Each element of the result is that of the first input which its definition takes there: of any
/// operator that only moves elements, and whose other inputs are constants. The definition is asked
/// once, of the elements' numbers.
std::vector<step> mapped_steps(const lowering &of);

} // namespace tiramisu::graph
