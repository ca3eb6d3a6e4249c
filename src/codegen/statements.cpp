#include "codegen/statements.h"

#include "codegen/expressions.h"
#include "codegen/types.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

Stmt store(const buffer_layout &buffer, const Expr &value, const Expr &index) {
    return hir::Store::make(buffer.buffer().name, value, index, buffer.parameter(),
                            hir::const_true(), hir::ModulusRemainder());
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

Expr combine(op_t op, const Expr &old, const Expr &operand) {
    switch (op) {
    case o_add: return hir::Add::make(old, operand);
    case o_mul: return hir::Mul::make(old, operand);
    case o_min: return hir::Min::make(old, operand);
    case o_max: return hir::Max::make(old, operand);
    default: throw internal_error("code generation met a reduction that it does not know");
    }
}

// Halide finds a horizontal reduction only where the stored value is op(load, operand) itself, with
// nothing around it: integers that have to wrap are loaded, combined and stored as unsigned.
Stmt reduction(const core::program_statement &statement, const environment &names) {
    const buffer_layout &buffer = names.buffer(statement.buffer);
    const bool old_is_first = reads_written_element(statement, statement.value.get_operand(0));
    const expr &old = statement.value.get_operand(old_is_first ? 0 : 1);
    const expr &operand = statement.value.get_operand(old_is_first ? 1 : 0);

    Halide::Type type = buffer.element_type();
    const bool may_overflow = statement.reduction == o_add || statement.reduction == o_mul;
    if (type.is_int() && may_overflow) {
        type = type.with_code(halide_type_uint);
    }
    const Expr value = combine(statement.reduction, load_element(old, names, type),
                               Halide::cast(type, to_halide(operand, names)));
    return store(buffer, value, element_index(buffer, statement.index, names));
}

bool is_simple_reduction(const core::program_statement &statement) {
    if (statement.reduction == o_none || statement.value.get_op_type() != statement.reduction ||
        statement.value.get_data_type() == p_boolean) {
        return false;
    }
    return reads_written_element(statement, statement.value.get_operand(0)) ||
           reads_written_element(statement, statement.value.get_operand(1));
}

Stmt assignment(const core::program_statement &statement, const environment &names) {
    if (statement.buffer.empty()) {
        return hir::Evaluate::make(to_halide(statement.value, names));
    }
    if (is_simple_reduction(statement)) {
        return reduction(statement, names);
    }
    const buffer_layout &buffer = names.buffer(statement.buffer);
    const Expr value =
        Halide::cast(value_type(buffer.buffer().type), to_halide(statement.value, names));
    return store(buffer, to_storage(value), element_index(buffer, statement.index, names));
}

// A conjunction becomes nested ifs: its right side may rely on the left one.
Stmt guarded(const expr &condition, const Stmt &body, const environment &names) {
    if (condition.get_op_type() == o_logical_and) {
        const Stmt inner = guarded(condition.get_operand(1), body, names);
        return guarded(condition.get_operand(0), inner, names);
    }
    return hir::IfThenElse::make(to_halide(condition, names), body);
}

} // namespace

hir::Stmt statement_instance(const core::program_statement &statement, const environment &names,
                             bool is_horizontal, name_supply &supply) {
    environment inner = names;
    std::vector<std::pair<std::string, Expr>> lets;
    for (const core::program_scalar &let : statement.lets) {
        const Expr value = to_halide(let.value, inner);
        const std::string name = supply.fresh(let.name);
        lets.emplace_back(name, value);
        inner.define(let.name, hir::Variable::make(value.type(), name));
    }
    Stmt body = assignment(statement, inner);
    if (is_horizontal && !statement.buffer.empty()) {
        body = hir::Atomic::make(statement.buffer, "", body);
    }
    if (statement.condition.is_defined()) {
        body = guarded(statement.condition, body, inner);
    }
    for (auto let = lets.rbegin(); let != lets.rend(); ++let) {
        body = hir::LetStmt::make(let->first, let->second, body);
    }
    return body;
}

} // namespace tiramisu::lower
