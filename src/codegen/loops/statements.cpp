#include "codegen/loops/statements.h"

#include "codegen/expressions/called_functions.h"
#include "codegen/expressions/expressions.h"
#include "codegen/expressions/types.h"
#include "core/program/reduction.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

Stmt store(const buffer_layout &buffer, const Expr &value, const Expr &index) {
    return hir::Store::make(buffer.name(), value, index, buffer.parameter(), hir::const_true(),
                            hir::ModulusRemainder());
}

bool reads_written_element(const core::program_statement &statement, const expr &value) {
    const expr_node *node = value.node();
    if (!node || node->op != o_access || node->name != statement.buffer ||
        node->operands.size() != statement.index.size()) {
        return false;
    }
    for (std::size_t d = 0; d < node->operands.size(); ++d) {
        if (!node->operands[d].is_equal(statement.index[d])) {
            return false;
        }
    }
    return true;
}

bool is_reduction(const core::program_statement &statement) {
    return statement.reduction != o_none && statement.value.get_data_type() != p_boolean;
}

Expr combine(op_t op, const Expr &old, const Expr &operand) {
    switch (op) {
    case o_add: return hir::Add::make(old, operand);
    case o_mul: return hir::Mul::make(old, operand);
    case o_min: return hir::Min::make(old, operand);
    case o_max: return hir::Max::make(old, operand);
    default: throw internal_error("code generation met a reduction that it does not know");
    }
}

/// A reduction as Halide sees it: index of the element, type in which it is combined.
struct reduction_parts {
    Expr index;
    Halide::Type type;
    Expr old, operand;
};

// Integers that have to wrap are loaded, combined and stored as unsigned: Halide finds a horizontal
// reduction only where the stored value is op(load, operand) itself, with nothing around it.
reduction_parts parts_of(const core::program_statement &statement, const environment &names,
                         const Expr &guard) {
    const buffer_layout &buffer = names.buffer(statement.buffer);
    const expr old(o_access, statement.buffer, statement.index, statement.value.get_data_type());
    const expr operand = core::as_reduction(statement.value, [&](const expr &node) {
                             return reads_written_element(statement, node);
                         })->operand;

    Halide::Type type = buffer.element_type();
    const bool may_overflow = statement.reduction == o_add || statement.reduction == o_mul;
    if (type.is_int() && may_overflow) {
        type = type.with_code(halide_type_uint);
    }
    return {element_index(buffer, statement.index, names, guard), type,
            load_element(old, names, type),
            Halide::cast(type, to_halide(operand, names, arithmetic::wrapping, guard))};
}

Stmt reduction(const core::program_statement &statement, const environment &names,
               const Expr &guard) {
    const reduction_parts parts = parts_of(statement, names, guard);
    return store(names.buffer(statement.buffer),
                 combine(statement.reduction, parts.old, parts.operand), parts.index);
}

/// Whether the value is written as op(old, e) or op(e, old).
bool is_simple_reduction(const core::program_statement &statement) {
    return is_reduction(statement) && statement.value.get_op_type() == statement.reduction &&
           (reads_written_element(statement, statement.value.get_operand(0)) ||
            reads_written_element(statement, statement.value.get_operand(1)));
}

/// A call of LLVM's own function: Halide's asks the first level alone, and for what is read once
/// (locality 0), which is forgotten there before it is read where that takes long.
Stmt prefetch(const core::program_statement &statement, const environment &names) {
    const buffer_layout &buffer = names.buffer(statement.value.get_name());
    const Expr element = element_index(buffer, statement.value.get_operands(), names);
    const bool is_first = statement.hint == core::cache_hint::first_level;
    const Expr to_read(0), locality(is_first ? 0 : 2), of_data(1);
    return hir::Evaluate::make(hir::Call::make(
        Halide::Int(32), "llvm.prefetch.p0",
        {address_behind(buffer.name(), element, buffer.element_type()), to_read, locality, of_data},
        hir::Call::Extern));
}

// Lanes of a horizontal reduction are combined in another order than that of a longer chain in any
// case; without them the value is computed as it is written.
Stmt assignment(const core::program_statement &statement, const environment &names,
                const Expr &guard, bool is_horizontal) {
    if (statement.hint != core::cache_hint::none) {
        return prefetch(statement, names);
    }
    if (statement.buffer.empty()) {
        return hir::Evaluate::make(to_halide(statement.value, names, arithmetic::wrapping, guard));
    }
    if (is_simple_reduction(statement) || (is_horizontal && is_reduction(statement))) {
        return reduction(statement, names, guard);
    }
    const buffer_layout &buffer = names.buffer(statement.buffer);
    const Expr value = to_halide(statement.value, names, arithmetic::wrapping, guard);
    return store(buffer, to_storage(Halide::cast(value_type(buffer.buffer().type), value)),
                 element_index(buffer, statement.index, names, guard));
}

// A conjunction becomes nested ifs: its right side may rely on the left one.
Stmt guarded(const expr &condition, const Stmt &body, const environment &names) {
    if (condition.get_op_type() == o_logical_and) {
        const Stmt inner = guarded(condition.get_operand(1), body, names);
        return guarded(condition.get_operand(0), inner, names);
    }
    return hir::IfThenElse::make(to_halide(condition, names), body);
}

using definitions = std::vector<std::pair<std::string, Expr>>;

Stmt define_all(const definitions &values, Stmt body) {
    for (auto value = values.rbegin(); value != values.rend(); ++value) {
        body = hir::LetStmt::make(value->first, value->second, body);
    }
    return body;
}

// What lanes that are off contribute to a sum. Their part of a minimum or maximum is `old`, which
// is in the result already.
Expr neutral(op_t op, const Halide::Type &type, const Expr &old) {
    switch (op) {
    case o_add: return type.is_float() ? hir::make_const(type, -0.0) : hir::make_zero(type);
    case o_mul: return hir::make_one(type);
    default: return old;
    }
}

/// The lanes that are on combined into one element, which all of them share.
Stmt reduction_of_lanes(const core::program_statement &statement, const environment &names,
                        const lane_mask &lanes, name_supply &supply) {
    const reduction_parts parts = parts_of(statement, names, Expr());
    const std::string old = supply.fresh(statement.buffer + ".old");
    const Expr operand =
        lanes.when_on(parts.operand, neutral(statement.reduction, parts.type,
                                             hir::Variable::make(parts.type, old)));
    const buffer_layout &buffer = names.buffer(statement.buffer);
    const Stmt combined =
        store(buffer, combine(statement.reduction, parts.old, operand), parts.index);
    return hir::LetStmt::make(old, parts.old, hir::Atomic::make(buffer.name(), "", combined));
}

bool shares_element(const core::program_statement &statement, const environment &names,
                    const lane_mask &lanes) {
    return !statement.condition.is_defined() && is_reduction(statement) &&
           called_functions(statement).empty() &&
           !lanes.varies(element_index(names.buffer(statement.buffer), statement.index, names));
}

} // namespace

hir::Stmt statement_instance(const core::program_statement &statement, const environment &names,
                             bool is_horizontal, const lane_mask &lanes,
                             const lane_branches &branches, name_supply &supply) {
    environment inner = names;
    inner.read_always(statement.always_readable);
    lane_mask inner_lanes = lanes;
    lane_branches inner_branches = branches;
    definitions lets;
    for (const core::program_scalar &let : statement.lets) {
        const Expr value = to_halide(let.value, inner);
        const std::string name = supply.fresh(let.name);
        lets.emplace_back(name, value);
        inner.define(let.name, hir::Variable::make(value.type(), name));
        inner_lanes.define(name, value);
        inner_branches.define(name, value);
    }
    if (is_horizontal && lanes.is_partial() && shares_element(statement, inner, inner_lanes)) {
        for (auto &[name, value] : lets) {
            value = inner_lanes.when_on(value, hir::make_zero(value.type()));
        }
        return branches.guarded(
            define_all(lets, reduction_of_lanes(statement, inner, inner_lanes, supply)));
    }
    // The if around the store keeps lanes in which it does not hold from what differs between
    // them; what all lanes share has the condition itself.
    Expr guard = statement.condition.is_defined() ? to_halide(statement.condition, inner) : Expr();
    if (guard.defined() && hir::is_pure(guard) && inner_branches.varies(guard)) {
        lets.emplace_back(supply.fresh("branch"), guard);
        guard = hir::Variable::make(Halide::Bool(), lets.back().first);
    }
    Stmt body = assignment(statement, inner, guard, is_horizontal);
    if (is_horizontal && !statement.buffer.empty()) {
        body = hir::Atomic::make(names.buffer(statement.buffer).name(), "", body);
    }
    if (statement.condition.is_defined()) {
        body = guarded(statement.condition, body, inner);
    }
    body = branches.guarded(define_all(lets, body));
    return lanes.is_partial()
               ? hir::IfThenElse::make(lanes.on(),
                                       keep_calls_from_lanes(body, called_functions(statement)))
               : body;
}

} // namespace tiramisu::lower
