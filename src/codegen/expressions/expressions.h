#pragma once

#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "tiramisu/expr.h"

namespace tiramisu::lower {

/// What an overflow of 32-bit or 64-bit signed arithmetic means.
enum class arithmetic {
    wrapping, ///< two's complement: what `expr` promises for values
    indexing  ///< does not happen: element indices, sizes and bounds, which Halide may reorder
};

/// `value` in Halide's terms. Accesses become loads, names their values in `names`.
///
/// Where Halide's own operators differ from what `expr` promises, the difference is made up here:
/// - signed integers wrap (Halide leaves int32 and int64 overflow undefined): computed unsigned;
/// - `/` and `%` round toward minus infinity for negative divisors too (Halide's remainder is never
///   negative); a divisor of 0 gives 0 for both, as in Halide;
/// - shifts go by the amount modulo the width, and never backwards;
/// - abs keeps its type: abs of the smallest integer is itself.
/// Both arms of a select, and both sides of `&&` and `||`, are evaluated, but memory is read only
/// where it is needed, or always readable (environment.h): loads have what guards them for their
/// predicate. `guard` is what guards the whole value; undefined if nothing does.
Halide::Expr to_halide(const expr &value, const environment &names,
                       arithmetic kind = arithmetic::wrapping, const Halide::Expr &guard = {});

/// The element that an o_access node names, as it lies in memory, read as `type`.
Halide::Expr load_element(const expr &access, const environment &names, Halide::Type type,
                          const Halide::Expr &guard = {});

/// Flat index of the element `index` of `buffer`.
Halide::Expr element_index(const buffer_layout &buffer, const std::vector<expr> &index,
                           const environment &names, const Halide::Expr &guard = {});

} // namespace tiramisu::lower
