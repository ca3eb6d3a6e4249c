#include "codegen/loops/run_time_values.h"

#include <limits>

#include "codegen/expressions/expressions.h"
#include "codegen/expressions/types.h"
#include "codegen/loops/isl_expressions.h"

namespace tiramisu::lower {

using Halide::Expr;

namespace {

/// Whether the type has numbers that are none of 32 bits, in which loops count.
bool may_be_beyond(Halide::Type type) {
    return type.bits() > 32 || type == Halide::UInt(32);
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
    const Expr computed = to_halide(value.value, inner);
    return may_be_beyond(computed.type()) ? computed
                                          : Halide::cast(value_type(value.type), computed);
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

Expr as_bound(const Expr &value) {
    return may_be_beyond(value.type()) ? Halide::saturating_cast(Halide::Int(32), value) : value;
}

hir::Stmt bound_check(const core::program &program, const poly::value_source &source,
                      const Expr &value) {
    using number = std::numeric_limits<std::int32_t>;
    const core::program_statement &statement = program.statements.at(source.statement);
    const core::program_bound &bound = statement.bounds[source.bound];
    const Expr found = Halide::saturating_cast(Halide::Int(64), value);
    const std::vector<Expr> details = {
        Expr(program.name), Expr(statement.id),           Expr(statement.iterators[bound.iterator]),
        Expr(source.text),  Expr(bound.is_upper ? 1 : 0), found};
    return hir::AssertStmt::make(
        bound.is_upper ? found <= Expr(std::int64_t{number::max()})
                       : found >= Expr(std::int64_t{number::min()}),
        hir::Call::make(Halide::Int(32), "tiramisu_error_bad_bound", details, hir::Call::Extern));
}

} // namespace tiramisu::lower
