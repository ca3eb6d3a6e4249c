#include "codegen/loops/run_time_values.h"

#include "codegen/expressions/expressions.h"
#include "codegen/expressions/types.h"
#include "codegen/loops/isl_expressions.h"

namespace tiramisu::lower {

using Halide::Expr;

namespace {

/// Loops count in 32 bits: what is beyond bounds them as the nearest number that is not, so that
/// what is empty stays so.
Expr as_bound(const Expr &value, Halide::Type type) {
    const bool may_be_beyond = value.type().bits() > 32 || value.type() == Halide::UInt(32);
    return may_be_beyond ? Halide::saturating_cast(Halide::Int(32), value)
                         : Halide::cast(type, value);
}

Expr value_of(const core::program &program, const poly::value_source &source,
              const environment &names) {
    const core::program_statement &statement = program.statements.at(source.statement);
    const core::program_scalar &value = statement.bounds[source.bound].value;
    environment inner = names;
    for (const auto &[dim, iterator] : source.iterators) {
        inner.define(statement.iterators[static_cast<std::size_t>(dim)],
                     hir::simplify(to_halide(iterator, names)));
    }
    return as_bound(to_halide(value.value, inner), value_type(value.type));
}

} // namespace

Expr run_time_value(const core::program &program, const std::vector<poly::value_source> &sources,
                    const environment &names) {
    Expr result;
    for (auto source = sources.rbegin(); source != sources.rend(); ++source) {
        const Expr value = value_of(program, *source, names);
        const Expr is_valid = hir::simplify(to_condition(source->is_valid, names));
        if (hir::is_const_one(is_valid)) {
            result = value;
            continue;
        }
        result = hir::Call::make(
            value.type(), hir::Call::if_then_else,
            {is_valid, value, result.defined() ? result : hir::make_zero(value.type())},
            hir::Call::PureIntrinsic);
    }
    return result;
}

} // namespace tiramisu::lower
