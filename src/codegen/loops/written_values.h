#pragma once

#include <functional>
#include <optional>

#include "codegen/expressions/halide.h"
#include "codegen/loops/linear_index.h"
#include "codegen/loops/loop_range.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// Values of a loop's iterator of which each is written out, under its condition: indices of what
/// a thread keeps in registers are constants then, also at the edges of a domain.
struct written_values {
    int count;
    std::function<Halide::Expr(const Halide::Expr &number)> value, runs;
};

/// Nothing where their number is not known, or large. `values`: what names stand for in the loop.
std::optional<written_values> values_written_out(const poly::loop_info &loop,
                                                 const loop_range &range,
                                                 const Halide::Expr &extent,
                                                 const name_values &values);

} // namespace tiramisu::lower
