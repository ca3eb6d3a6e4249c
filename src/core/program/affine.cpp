#include "core/program/affine.h"

namespace tiramisu::core {

namespace {

bool is_known(const constant_state &constant) {
    return constant.value.is_constant() && is_integer(constant.type);
}

isl::space make_space(const function_state &function, std::size_t dims) {
    isl_space *space =
        isl_space_set_alloc(function.context_owner.get(), 0, static_cast<unsigned>(dims));
    for (const constant_state &constant : function.constants) {
        if (is_integer(constant.type) && !is_known(constant)) {
            const auto at = static_cast<unsigned>(isl_space_dim(space, isl_dim_param));
            space = isl_space_add_dims(space, isl_dim_param, 1);
            space = isl_space_set_dim_name(space, isl_dim_param, at, constant.name.c_str());
        }
    }
    return isl::manage(space);
}

isl_local_space *local(const isl::space &space) {
    return isl_local_space_from_space(space.copy());
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
    : iterators_(names_of(iterators)), space_(make_space(function, iterators.size())) {
    for (const constant_state &constant : function.constants) {
        if (is_known(constant)) {
            known_constants_[constant.name] = constant.value.get_int_val();
        }
    }
}

isl::set affine_space::universe() const {
    return isl::manage(isl_set_universe(space_.copy()));
}

isl::pw_aff affine_space::dimension(int position) const {
    return isl::manage(
        isl_pw_aff_var_on_domain(local(space_), isl_dim_set, static_cast<unsigned>(position)));
}

isl::pw_aff affine_space::constant(long value) const {
    isl_val *number = isl_val_int_from_si(isl_space_get_ctx(space_.get()), value);
    return isl::manage(isl_pw_aff_from_aff(isl_aff_val_on_domain(local(space_), number)));
}

std::optional<isl::pw_aff> affine_space::variable(const std::string &name) const {
    for (std::size_t i = 0; i < iterators_.size(); ++i) {
        if (iterators_[i] == name) {
            return dimension(static_cast<int>(i));
        }
    }
    const int parameter = isl_space_find_dim_by_name(space_.get(), isl_dim_param, name.c_str());
    if (parameter < 0) {
        const auto known = known_constants_.find(name);
        return known == known_constants_.end() ? std::nullopt
                                               : std::optional(constant(known->second));
    }
    return isl::manage(
        isl_pw_aff_var_on_domain(local(space_), isl_dim_param, static_cast<unsigned>(parameter)));
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
    case e_op: return operation(value);
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

namespace {

expr scaled(const expr &value, long factor) {
    return factor == 1 ? value : value * expr(static_cast<std::int32_t>(factor));
}

expr plus(const expr &sum, const expr &term) {
    return sum.is_defined() ? sum + term : term;
}

long coefficient(isl_aff *aff, isl_dim_type type, int at) {
    isl_val *value = isl_aff_get_coefficient_val(aff, type, at);
    const long result = isl_val_get_num_si(value); // numerator over the common denominator
    isl_val_free(value);
    return result;
}

// Takes an aff with integer coefficients.
expr sum_of(isl_aff *aff, const std::vector<std::string> &iterators);

// floor(aff): the aff's denominator d becomes a division.
expr floor_of(isl_aff *aff, const std::vector<std::string> &iterators) {
    isl_val *denominator = isl_aff_get_denominator_val(aff);
    const long by = isl_val_get_num_si(denominator);
    aff = isl_aff_scale_val(aff, denominator);
    const expr numerator = sum_of(aff, iterators);
    return by == 1 ? numerator : numerator / expr(static_cast<std::int32_t>(by));
}

expr sum_of(isl_aff *aff, const std::vector<std::string> &iterators) {
    expr sum;
    for (std::size_t i = 0; i < iterators.size(); ++i) {
        const long factor = coefficient(aff, isl_dim_in, static_cast<int>(i));
        if (factor != 0) {
            sum = plus(sum, scaled(expr::variable(iterators[i], p_int32), factor));
        }
    }
    for (int i = 0; i < isl_aff_dim(aff, isl_dim_param); ++i) {
        const long factor = coefficient(aff, isl_dim_param, i);
        if (factor != 0) {
            const std::string name =
                isl_aff_get_dim_name(aff, isl_dim_param, static_cast<unsigned>(i));
            sum = plus(sum, scaled(expr::variable(name, p_int32), factor));
        }
    }
    for (int i = 0; i < isl_aff_dim(aff, isl_dim_div); ++i) {
        const long factor = coefficient(aff, isl_dim_div, i);
        if (factor != 0) {
            sum = plus(sum, scaled(floor_of(isl_aff_get_div(aff, i), iterators), factor));
        }
    }
    isl_val *constant = isl_aff_get_constant_val(aff);
    const long offset = isl_val_get_num_si(constant);
    isl_val_free(constant);
    isl_aff_free(aff);
    return offset != 0 || !sum.is_defined() ? plus(sum, expr(static_cast<std::int32_t>(offset)))
                                            : sum;
}

} // namespace

std::optional<expr> to_expr(const isl::pw_aff &value, const std::vector<std::string> &iterators) {
    std::vector<isl_aff *> pieces;
    const isl::pw_aff whole = value.coalesce();
    isl_pw_aff_foreach_piece(
        whole.get(),
        [](isl_set *domain, isl_aff *aff, void *user) {
            isl_set_free(domain);
            static_cast<std::vector<isl_aff *> *>(user)->push_back(aff);
            return isl_stat_ok;
        },
        &pieces);
    if (pieces.size() == 1) {
        return floor_of(pieces.front(), iterators);
    }
    for (isl_aff *piece : pieces) {
        isl_aff_free(piece);
    }
    return std::nullopt;
}

} // namespace tiramisu::core
