#include "codegen/expressions/expressions.h"

#include <algorithm>

#include "codegen/expressions/far_indices.h"
#include "codegen/expressions/types.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using Halide::Type;

bool overflow_is_undefined(Type type) {
    return type.is_int() && type.bits() >= 32;
}

/// Applies `op` so that overflow wraps, whatever Halide says of the type.
template <typename Op>
Expr wrapped(const Op &op, const Expr &left, const Expr &right) {
    const Type type = left.type();
    if (!overflow_is_undefined(type)) {
        return op(left, right);
    }
    const Type modular = type.with_code(halide_type_uint);
    return Halide::cast(type, op(Halide::cast(modular, left), Halide::cast(modular, right)));
}

bool may_be_negative(const Expr &value) {
    const auto constant = hir::as_const_int(value);
    return value.type().is_int() && !(constant && *constant >= 0);
}

// Halide's quotient rounds so that the remainder is never negative. For a negative divisor that is
// one more than the floor, unless the division is exact.
Expr floor_quotient(const Expr &left, const Expr &right) {
    if (!may_be_negative(right)) {
        return left / right;
    }
    const Expr zero = hir::make_zero(right.type());
    const Expr one_too_many = right < zero && left % right != zero;
    const auto subtract = [](const Expr &a, const Expr &b) { return a - b; };
    return wrapped(subtract, left / right, Halide::cast(left.type(), one_too_many));
}

Expr floor_remainder(const Expr &left, const Expr &right) {
    if (!may_be_negative(right)) {
        return left % right;
    }
    const Expr zero = hir::make_zero(right.type());
    const Expr remainder = left % right;
    return Halide::select(right < zero && remainder != zero, remainder + right, remainder);
}

Expr shift_amount(const Expr &amount, Type shifted) {
    const Type type = shifted.with_code(halide_type_uint);
    return Halide::cast(type, amount) & hir::make_const(type, shifted.bits() - 1);
}

Expr shift_left(const Expr &value, const Expr &amount) {
    const Type type = value.type();
    const Type modular = type.with_code(halide_type_uint);
    return Halide::cast(type, Halide::cast(modular, value) << shift_amount(amount, type));
}

// The smallest integer has no opposite: it stays as it is. Halide takes an absolute value for one
// that is never negative.
Expr absolute(const Expr &value) {
    const Type type = value.type();
    if (type.is_uint()) {
        return value;
    }
    if (!overflow_is_undefined(type)) {
        return Halide::cast(type, Halide::abs(value));
    }
    const auto subtract = [](const Expr &a, const Expr &b) { return a - b; };
    const Expr zero = hir::make_zero(type);
    return Halide::select(value < zero, wrapped(subtract, zero, value), value);
}

// Halide merges a cast of an integer with the cast of a float inside it, but uint32(int32(-2.0f))
// is not uint32(-2.0f). It looks through no pair of negations; LLVM does.
Expr kept_apart(const Expr &integer) {
    return ~~integer;
}

Expr converted(const Expr &value, Type type) {
    if (type.is_bool() && !value.type().is_bool()) {
        return value != hir::make_zero(value.type());
    }
    const Expr result = Halide::cast(type, value);
    return value.type().is_float() && type.is_int_or_uint() ? kept_apart(result) : result;
}

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

Expr sigmoid(const Expr &value) {
    const Expr one = hir::make_one(value.type());
    return one / (one + Halide::exp(-value));
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

    template <typename Op>
    Expr modular(const Op &op, const Expr &left, const Expr &right) const {
        return kind_ == arithmetic::wrapping ? wrapped(op, left, right) : op(left, right);
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
        return converted(apply(node, operands), value_type(node.type));
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
        const Expr chosen = converted(apply(node, operands), value_type(node.type));
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

    // Math functions are those of floats: other operands are converted to the result's type.
    Expr apply(const expr_node &node, const std::vector<Expr> &x) const {
        switch (node.op) {
        case o_minus:
            return modular([](const Expr &a, const Expr &b) { return a - b; },
                           hir::make_zero(x[0].type()), x[0]);
        case o_add: return modular([](const Expr &a, const Expr &b) { return a + b; }, x[0], x[1]);
        case o_sub: return modular([](const Expr &a, const Expr &b) { return a - b; }, x[0], x[1]);
        case o_mul: return modular([](const Expr &a, const Expr &b) { return a * b; }, x[0], x[1]);
        case o_div: return floor_quotient(x[0], x[1]);
        case o_mod: return floor_remainder(x[0], x[1]);
        case o_max: return Halide::max(x[0], x[1]);
        case o_min: return Halide::min(x[0], x[1]);
        case o_logical_not: return !converted(x[0], Halide::Bool());
        case o_logical_and:
            return converted(x[0], Halide::Bool()) && converted(x[1], Halide::Bool());
        case o_logical_or:
            return converted(x[0], Halide::Bool()) || converted(x[1], Halide::Bool());
        case o_eq: return x[0] == x[1];
        case o_ne: return x[0] != x[1];
        case o_lt: return x[0] < x[1];
        case o_le: return x[0] <= x[1];
        case o_gt: return x[0] > x[1];
        case o_ge: return x[0] >= x[1];
        case o_right_shift: return x[0] >> shift_amount(x[1], x[0].type());
        case o_left_shift: return shift_left(x[0], x[1]);
        case o_select: return Halide::select(converted(x[0], Halide::Bool()), x[1], x[2]);
        case o_lerp: return Halide::lerp(x[0], x[1], x[2]);
        case o_cast: return x[0];
        case o_abs: return absolute(x[0]);
        default: return math(node.op, converted(x[0], value_type(node.type)), x);
        }
    }

    static Expr math(op_t op, const Expr &value, const std::vector<Expr> &x) {
        switch (op) {
        case o_sqrt: return Halide::sqrt(value);
        case o_expo: return Halide::exp(value);
        case o_log: return Halide::log(value);
        case o_pow: return Halide::pow(value, converted(x[1], value.type()));
        case o_sin: return Halide::sin(value);
        case o_cos: return Halide::cos(value);
        case o_tan: return Halide::tan(value);
        case o_asin: return Halide::asin(value);
        case o_acos: return Halide::acos(value);
        case o_atan: return Halide::atan(value);
        case o_sinh: return Halide::sinh(value);
        case o_cosh: return Halide::cosh(value);
        case o_tanh: return Halide::tanh(value);
        case o_asinh: return Halide::asinh(value);
        case o_acosh: return Halide::acosh(value);
        case o_atanh: return Halide::atanh(value);
        case o_sigmoid: return sigmoid(value);
        case o_floor: return Halide::floor(value);
        case o_ceil: return Halide::ceil(value);
        case o_round: return Halide::round(value);
        case o_trunc: return Halide::trunc(value);
        default: throw internal_error("code generation met an operation that it does not know");
        }
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
    return hir::Load::make(type, buffer.buffer().name,
                           element_index(buffer, access.get_operands(), names, guard),
                           Halide::Buffer<>(), buffer.parameter(),
                           is_guarded ? guard : hir::const_true(), hir::ModulusRemainder());
}

} // namespace tiramisu::lower
