#include "codegen/expressions/expressions.h"

#include <algorithm>

#include "codegen/expressions/far_indices.h"
#include "codegen/expressions/operations.h"
#include "codegen/expressions/types.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using Halide::Type;

class guarded_load_search : public hir::IRVisitor {
public:
    bool found = false;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::Load *op) override {
        found = found || !hir::is_const_one(op->predicate);
        hir::IRVisitor::visit(op);
    }
};

bool has_guarded_loads(const Expr &value) {
    guarded_load_search search;
    value.accept(&search);
    return search.found;
}

class translator {
public:
    translator(const environment &names, arithmetic kind, Expr guard)
        : names_(names), kind_(kind), guard_(std::move(guard)) {}

    Expr operator()(const expr &value) const {
        const expr_node *node = value.node();
        if (!node) {
            throw internal_error("code generation met an undefined expression");
        }
        switch (node->kind) {
        case e_val: return literal(*node);
        case e_var: return converted(names_.value(node->name), value_type(node->type));
        case e_op: return operation(value, *node);
        case e_none: break;
        }
        throw internal_error("code generation met an undefined expression");
    }

private:
    const environment &names_;
    arithmetic kind_;
    Expr guard_; ///< what has to hold for the value to be needed; undefined if nothing

    translator under(const Expr &condition) const {
        return translator(names_, kind_, guard_.defined() ? guard_ && condition : condition);
    }

    static Expr literal(const expr_node &node) {
        const Type type = value_type(node.type);
        if (type.is_float()) {
            return hir::make_const(type, node.real);
        }
        return type.is_uint() ? hir::make_const(type, static_cast<std::uint64_t>(node.integer))
                              : hir::make_const(type, node.integer);
    }

    Expr operation(const expr &value, const expr_node &node) const {
        if (node.op == o_address) {
            return structure_of(names_.buffer(node.name));
        }
        if (node.op == o_access) {
            const buffer_layout &buffer = names_.buffer(node.name);
            return from_storage(load_element(value, names_, buffer.element_type(), guard_),
                                node.type);
        }
        if (node.op == o_select || node.op == o_logical_and || node.op == o_logical_or) {
            return choice(node);
        }
        std::vector<Expr> operands;
        for (const expr &operand : node.operands) {
            operands.push_back((*this)(operand));
        }
        if (node.op == o_call) {
            return call(node, operands);
        }
        match_widths(node.op, operands);
        return converted(operation_on(operands, node, kind_), value_type(node.type));
    }

    /// The first operand decides which of the others are needed.
    Expr choice(const expr_node &node) const {
        const Expr first = converted((*this)(node.operands[0]), Halide::Bool());
        // Each arm repeats its condition, those inside of it theirs and this one: where reads in
        // it have guards themselves, its value gets a name.
        const bool is_named = has_guarded_loads(first);
        const std::string name = is_named ? hir::unique_name("guard") : "";
        const Expr decision = is_named ? hir::Variable::make(Halide::Bool(), name) : first;

        std::vector<Expr> operands = {decision};
        if (node.op == o_select) {
            operands.push_back(under(decision)(node.operands[1]));
            operands.push_back(under(!decision)(node.operands[2]));
        } else {
            const bool is_and = node.op == o_logical_and;
            operands.push_back(under(is_and ? decision : !decision)(node.operands[1]));
        }
        match_widths(node.op, operands);
        const Expr chosen = converted(operation_on(operands, node, kind_), value_type(node.type));
        return is_named ? hir::Let::make(name, first, chosen) : chosen;
    }

    // int32 and int64 meet in int64 (and a comparison of the two is made there).
    static void match_widths(op_t op, std::vector<Expr> &operands) {
        const std::size_t first = op == o_select ? 1 : 0;
        if (op == o_right_shift || op == o_left_shift || operands.size() != first + 2) {
            return;
        }
        Expr &left = operands[first], &right = operands[first + 1];
        if (left.type().is_int() && right.type().is_int() && left.type() != right.type()) {
            const Type wide = left.type().bits() > right.type().bits() ? left.type() : right.type();
            left = Halide::cast(wide, left);
            right = Halide::cast(wide, right);
        }
    }

    // What reads memory by itself gives another value when that has changed.
    static Expr call(const expr_node &node, const std::vector<Expr> &operands) {
        const bool reads_memory =
            std::any_of(operands.begin(), operands.end(),
                        [](const Expr &operand) { return operand.type().is_handle(); });
        return hir::Call::make(value_type(node.type), node.name, operands,
                               reads_memory ? hir::Call::Extern : hir::Call::PureExtern);
    }
};

} // namespace

Halide::Expr to_halide(const expr &value, const environment &names, arithmetic kind,
                       const Halide::Expr &guard) {
    return translator(names, kind, guard)(value);
}

Halide::Expr element_index(const buffer_layout &buffer, const std::vector<expr> &index,
                           const environment &names, const Halide::Expr &guard) {
    if (static_cast<int>(index.size()) != buffer.rank()) {
        throw internal_error("code generation: buffer \"" + buffer.buffer().name + "\" has " +
                             std::to_string(buffer.rank()) + " dimensions and is accessed with " +
                             std::to_string(index.size()) + " indices");
    }
    std::vector<Expr> element;
    for (const expr &i : index) {
        element.push_back(to_index(i, names, guard));
    }
    return buffer.flat_index(element);
}

Halide::Expr load_element(const expr &access, const environment &names, Halide::Type type,
                          const Halide::Expr &guard) {
    const buffer_layout &buffer = names.buffer(access.get_name());
    const bool is_guarded = guard.defined() && !names.is_always_readable(access);
    return hir::Load::make(type, buffer.name(),
                           element_index(buffer, access.get_operands(), names, guard),
                           Halide::Buffer<>(), buffer.parameter(),
                           is_guarded ? guard : hir::const_true(), hir::ModulusRemainder());
}

} // namespace tiramisu::lower
