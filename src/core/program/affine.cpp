#include "core/program/affine.h"
#include "polyhedral/quasi_affine.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

bool is_known(const constant_state &constant) {
    return constant.value.is_constant() && is_integer(constant.type);
}

std::vector<std::string> parameters_of(const function_state &function) {
    std::vector<std::string> names;
    for (const constant_state &constant : function.constants) {
        if (is_integer(constant.type) && !is_known(constant)) {
            names.push_back(constant.name);
        }
    }
    return names;
}

bool is_integer_literal(const expr &value) {
    return value.is_constant() && !is_float(value.get_data_type());
}

// Widening casts keep an index's value; others may not.
bool is_index_cast(const expr &value) {
    const primitive_t to = value.get_data_type();
    const primitive_t from = value.get_operand(0).get_data_type();
    return (to == p_int32 || to == p_int64) && is_integer(from) &&
           (size_in_bytes(from) < size_in_bytes(to) || from == p_int64 || from == p_int32);
}

} // namespace

affine_space::affine_space(const function_state &function, const std::vector<iterator> &iterators)
    : iterators_(names_of(iterators)),
      universe_(poly::universe(function.ctx, iterators.size(), parameters_of(function))) {
    for (const constant_state &constant : function.constants) {
        if (is_known(constant)) {
            known_constants_[constant.name] = constant.value.get_int_val();
        }
    }
}

isl::set affine_space::universe() const {
    return universe_;
}

isl::pw_aff affine_space::dimension(int position) const {
    return poly::dim_over(universe_, position);
}

isl::pw_aff affine_space::constant(long value) const {
    return poly::number_over(universe_, value);
}

std::optional<isl::pw_aff> affine_space::variable(const std::string &name) const {
    for (std::size_t i = 0; i < iterators_.size(); ++i) {
        if (iterators_[i] == name) {
            return dimension(static_cast<int>(i));
        }
    }
    if (const auto known = known_constants_.find(name); known != known_constants_.end()) {
        return constant(known->second);
    }
    return poly::parameter_over(universe_, name);
}

std::optional<isl::pw_aff> affine_space::operation(const expr &value) const {
    const op_t op = value.get_op_type();
    if (op == o_cast && is_index_cast(value)) {
        return to_aff(value.get_operand(0));
    }
    if (op == o_minus) {
        const auto operand = to_aff(value.get_operand(0));
        return operand ? std::optional(operand->neg()) : std::nullopt;
    }
    if (op < o_add || op > o_min) {
        return std::nullopt;
    }
    const expr &a = value.get_operand(0), &b = value.get_operand(1);
    const auto left = to_aff(a), right = to_aff(b);
    if (!left || !right) {
        return std::nullopt;
    }
    switch (op) {
    case o_add: return left->add(*right);
    case o_sub: return left->sub(*right);
    case o_max: return left->max(*right);
    case o_min: return left->min(*right);
    case o_mul:
        return is_integer_literal(a) || is_integer_literal(b) ? std::optional(left->mul(*right))
                                                              : std::nullopt;
    case o_div:
        return is_integer_literal(b) && b.get_int_val() > 0
                   ? std::optional(left->div(*right).floor())
                   : std::nullopt;
    case o_mod:
        return is_integer_literal(b) && b.get_int_val() > 0
                   ? std::optional(left->mod(isl::val(left->ctx(), b.get_int_val())))
                   : std::nullopt;
    default: return std::nullopt;
    }
}

std::optional<isl::pw_aff> affine_space::to_aff(const expr &value) const {
    if (!is_integer(value.get_data_type())) {
        return std::nullopt;
    }
    switch (value.get_expr_type()) {
    case e_val: return constant(value.get_int_val());
    case e_var: return variable(value.get_name());
    case e_op: {
        const auto result = operation(value);
        return result && poly::most_divisions(*result) <= most_divisions ? result : std::nullopt;
    }
    case e_none: return std::nullopt;
    }
    return std::nullopt;
}

std::optional<isl::set> affine_space::comparison(const expr &condition) const {
    const auto left = to_aff(condition.get_operand(0)), right = to_aff(condition.get_operand(1));
    if (!left || !right) {
        return std::nullopt;
    }
    switch (condition.get_op_type()) {
    case o_eq: return left->eq_set(*right);
    case o_ne: return left->ne_set(*right);
    case o_lt: return left->lt_set(*right);
    case o_le: return left->le_set(*right);
    case o_gt: return left->gt_set(*right);
    case o_ge: return left->ge_set(*right);
    default: return std::nullopt;
    }
}

std::optional<isl::set> affine_space::to_set(const expr &condition) const {
    const op_t op = condition.get_op_type();
    if (condition.is_constant() && condition.get_data_type() == p_boolean) {
        return condition.get_int_val() != 0 ? universe() : universe().subtract(universe());
    }
    if (op == o_logical_not) {
        const auto operand = to_set(condition.get_operand(0));
        return operand ? std::optional(universe().subtract(*operand)) : std::nullopt;
    }
    if (op == o_logical_and || op == o_logical_or) {
        const auto left = to_set(condition.get_operand(0)),
                   right = to_set(condition.get_operand(1));
        if (!left || !right) {
            return std::nullopt;
        }
        return op == o_logical_and ? left->intersect(*right) : left->unite(*right);
    }
    return op >= o_eq && op <= o_ge ? comparison(condition) : std::nullopt;
}

expr integer_literal(long value) {
    const bool is_narrow = value == static_cast<std::int32_t>(value);
    return is_narrow ? expr(static_cast<std::int32_t>(value))
                     : expr(static_cast<std::int64_t>(value));
}

namespace {

expr scaled(const expr &value, long factor) {
    return factor == 1 ? value : value * integer_literal(factor);
}

expr plus(const expr &sum, const expr &term) {
    return sum.is_defined() ? sum + term : term;
}

expr floor_of(const poly::quasi_affine_sum &sum, const std::vector<std::string> &iterators);

// The sum without its denominator. Next to a number of more than 32 bits a multiple of an iterator
// may need as many, though their sum does not.
expr numerator_of(const poly::quasi_affine_sum &whole, const std::vector<std::string> &iterators) {
    const bool is_wide = integer_literal(whole.constant).get_data_type() == p_int64;
    expr sum;
    const auto add = [&](const expr &term, long factor) {
        sum = plus(sum, scaled(is_wide ? cast(p_int64, term) : term, factor));
    };
    for (std::size_t i = 0; i < iterators.size(); ++i) {
        if (whole.dims[i] != 0) {
            add(expr::variable(iterators[i], p_int32), whole.dims[i]);
        }
    }
    for (const auto &[name, factor] : whole.parameters) {
        add(expr::variable(name, p_int32), factor);
    }
    for (const auto &[part, factor] : whole.floors) {
        add(floor_of(part, iterators), factor);
    }
    return whole.constant != 0 || !sum.is_defined() ? plus(sum, integer_literal(whole.constant))
                                                    : sum;
}

expr floor_of(const poly::quasi_affine_sum &sum, const std::vector<std::string> &iterators) {
    const expr numerator = numerator_of(sum, iterators);
    return sum.denominator == 1 ? numerator : numerator / integer_literal(sum.denominator);
}

} // namespace

std::optional<expr> to_expr(const isl::pw_aff &value, const std::vector<std::string> &iterators) {
    const std::vector<poly::quasi_affine_sum> pieces = poly::pieces_of(value.coalesce());
    return pieces.size() == 1 ? std::optional(floor_of(pieces.front(), iterators)) : std::nullopt;
}

} // namespace tiramisu::core
