#include "codegen/entry/requirement_checks.h"

#include <limits>

#include "codegen/entry/argument_names.h"
#include "codegen/expressions/expressions.h"
#include "codegen/expressions/for_loop.h"
#include "codegen/expressions/types.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

Expr limit(const expr &value, const environment &names, std::int64_t otherwise) {
    return as_int64(value.is_defined() ? to_halide(value, names, arithmetic::indexing)
                                       : Expr(otherwise));
}

Stmt check_here(const core::program &program, const core::program_requirement &what,
                const environment &names) {
    using number = std::numeric_limits<std::int64_t>;
    const Expr found = as_int64(to_halide(what.found, names));
    const Expr lowest = limit(what.lowest, names, number::min());
    const Expr highest = limit(what.highest, names, number::max());
    const std::string &name = what.found.get_name();
    const bool is_element = what.found.get_op_type() == o_access;
    std::vector<Expr> details = {Expr(program.name),
                                 Expr(is_element ? argument_name(program, name) : name)};
    if (is_element) {
        details.push_back(
            as_int64(element_index(names.buffer(name), what.found.get_operands(), names)));
    }
    details.insert(details.end(), {found, lowest, highest, Expr(what.rule)});
    const char *report = is_element ? "tiramisu_error_bad_element" : "tiramisu_error_bad_scalar";
    return hir::AssertStmt::make(
        lowest <= found && found <= highest,
        hir::Call::make(Halide::Int(32), report, details, hir::Call::Extern));
}

/// Over the ranges from `depth` on.
Stmt check_from(std::size_t depth, const core::program &program,
                const core::program_requirement &what, const environment &names,
                name_supply &supply) {
    if (depth == what.over.size()) {
        return check_here(program, what, names);
    }
    const core::program_range &range = what.over[depth];
    const auto bound = [&](const expr &value) {
        return Halide::cast<std::int32_t>(to_halide(value, names, arithmetic::indexing));
    };
    const std::string name = supply.fresh(range.name);
    environment inner = names;
    inner.define(range.name, hir::Variable::make(Halide::Int(32), name));
    const Expr first = bound(range.lower);
    return for_loop(name, first, bound(range.upper) - first, hir::ForType::Serial,
                    check_from(depth + 1, program, what, inner, supply));
}

} // namespace

Stmt requirement_check(const core::program &program, const core::program_requirement &what,
                       const environment &names, name_supply &supply) {
    return check_from(0, program, what, names, supply);
}

} // namespace tiramisu::lower
