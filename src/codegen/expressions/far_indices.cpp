#include "codegen/expressions/far_indices.h"

#include "codegen/expressions/expressions.h"
#include "codegen/expressions/far_numbers.h"
#include "core/expr/expr_walk.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

const Halide::Type int32 = Halide::Int(32), int64 = Halide::Int(64);

/// The operands of arithmetic that means the same in both widths; undefined for other expressions.
struct operation {
    Expr a, b;
    Expr (*make)(Expr, Expr) = nullptr;

    explicit operation(const Expr &whole) {
        is_one<hir::Add>(whole) || is_one<hir::Sub>(whole) || is_one<hir::Mul>(whole) ||
            is_one<hir::Div>(whole) || is_one<hir::Mod>(whole);
    }

private:
    template <typename Node>
    bool is_one(const Expr &whole) {
        const auto *node = whole.as<Node>();
        if (node != nullptr) {
            a = node->a;
            b = node->b;
            make = Node::make;
        }
        return node != nullptr;
    }
};

/// What a conversion of `from` to `to` converts; undefined for other expressions.
Expr converted_number(const Expr &value, const Halide::Type &from, const Halide::Type &to) {
    const auto *cast = value.as<hir::Cast>();
    const bool is_one = cast != nullptr && value.type() == to && cast->value.type() == from;
    return is_one ? cast->value : Expr();
}

/// The value of an iterator, which fits 32 bits, as parts of it do not have to.
Expr widened(const Expr &value) {
    if (const auto constant = hir::as_const_int(value)) {
        return hir::make_const(int64, *constant);
    }
    if (const operation parts(value); parts.make != nullptr) {
        return parts.make(widened(parts.a), widened(parts.b));
    }
    for (const auto &[from, to] : {std::pair(int32, int64), std::pair(int64, int32)}) {
        if (const Expr inside = converted_number(value, from, to); inside.defined()) {
            return widened(inside);
        }
    }
    return Halide::cast(int64, value);
}

Expr narrowed(const Expr &value) {
    if (const auto constant = hir::as_const_int(value)) {
        return hir::make_const(int32, *constant);
    }
    if (const operation parts(value); parts.make != nullptr) {
        return parts.make(narrowed(parts.a), narrowed(parts.b));
    }
    const Expr inside = converted_number(value, int32, int64);
    return inside.defined() ? inside : Halide::cast(int32, value);
}

bool is_signed_number(const expr &value) {
    return value.get_data_type() == p_int32 || value.get_data_type() == p_int64;
}

bool is_positive_literal(const Expr &value) {
    const auto constant = hir::as_const_int(value);
    return constant && *constant > 0;
}

bool has_far_iterator(const expr &value, const environment &names) {
    bool is_found = false;
    core::for_each_node(value, [&](const expr &node) {
        is_found = is_found || (node.get_expr_type() == e_var &&
                                names_far_number(names.value(node.get_name())));
    });
    return is_found;
}

/// What is read may have a guard, which the arms of a select would have to add to.
bool reads_memory(const expr &value) {
    bool is_found = false;
    core::for_each_node(value, [&](const expr &node) {
        is_found = is_found || node.get_op_type() == o_access || node.get_op_type() == o_call;
    });
    return is_found;
}

Expr in_64_bits(const expr &value, const environment &names, const Expr &guard) {
    const auto operand = [&](int at) { return in_64_bits(value.get_operand(at), names, guard); };
    if (is_signed_number(value)) {
        if (value.get_expr_type() == e_var && names.value(value.get_name()).type() == int32) {
            return widened(names.value(value.get_name()));
        }
        switch (value.get_op_type()) {
        case o_minus: return hir::make_zero(int64) - operand(0);
        case o_add: return operand(0) + operand(1);
        case o_sub: return operand(0) - operand(1);
        case o_mul: return operand(0) * operand(1);
        case o_min: return Halide::min(operand(0), operand(1));
        case o_max: return Halide::max(operand(0), operand(1));
        case o_cast:
            if (value.get_data_type() == p_int64 && is_signed_number(value.get_operand(0))) {
                return operand(0);
            }
            break;
        case o_select:
            if (!reads_memory(value)) {
                return Halide::select(
                    to_halide(value.get_operand(0), names, arithmetic::indexing, guard), operand(1),
                    operand(2));
            }
            break;
        case o_div:
        case o_mod:
            if (is_positive_literal(operand(1))) {
                return value.get_op_type() == o_div ? operand(0) / operand(1)
                                                    : operand(0) % operand(1);
            }
            break;
        default: break;
        }
    }
    return Halide::cast(int64, to_halide(value, names, arithmetic::indexing, guard));
}

} // namespace

Halide::Expr to_index(const expr &value, const environment &names, const Halide::Expr &guard) {
    Expr plain = to_halide(value, names, arithmetic::indexing, guard);
    if (plain.type() != int32 || !names_far_number(plain)) {
        return plain;
    }
    const Expr wide = hir::simplify(in_64_bits(value, names, guard));
    if (!names_far_number(wide)) {
        return narrowed(wide);
    }
    return has_far_iterator(value, names) ? Halide::cast(int32, wide) : plain;
}

} // namespace tiramisu::lower
