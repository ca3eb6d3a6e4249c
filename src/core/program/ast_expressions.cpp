#include "core/program/ast_expressions.h"

#include <map>

namespace tiramisu::core {

namespace {

// isl's fdiv_q and pdiv_q both round toward minus infinity, as / does here, and an exact division
// rounds nowhere; likewise for the remainders by positive numbers.
const std::map<isl_ast_expr_op_type, op_t> binary_operations = {
    {isl_ast_expr_op_and, o_logical_and},
    {isl_ast_expr_op_and_then, o_logical_and},
    {isl_ast_expr_op_or, o_logical_or},
    {isl_ast_expr_op_or_else, o_logical_or},
    {isl_ast_expr_op_max, o_max},
    {isl_ast_expr_op_min, o_min},
    {isl_ast_expr_op_add, o_add},
    {isl_ast_expr_op_sub, o_sub},
    {isl_ast_expr_op_mul, o_mul},
    {isl_ast_expr_op_div, o_div},
    {isl_ast_expr_op_fdiv_q, o_div},
    {isl_ast_expr_op_pdiv_q, o_div},
    {isl_ast_expr_op_pdiv_r, o_mod},
    {isl_ast_expr_op_zdiv_r, o_mod},
    {isl_ast_expr_op_eq, o_eq},
    {isl_ast_expr_op_le, o_le},
    {isl_ast_expr_op_lt, o_lt},
    {isl_ast_expr_op_ge, o_ge},
    {isl_ast_expr_op_gt, o_gt}};

// isl writes a condition that always holds as the number 1.
expr truth(const expr &value) {
    return value.get_data_type() == p_boolean ? value : value != 0;
}

/// Rebuilds isl's expressions. Sums and products of sizes may be larger than sizes are, so they can
/// be computed in 64 bits.
class rebuilder {
public:
    explicit rebuilder(bool is_wide) : is_wide_(is_wide) {}

    expr operator()(const isl::ast_expr &value) const {
        switch (isl_ast_expr_get_type(value.get())) {
        case isl_ast_expr_id: {
            isl_id *id = isl_ast_expr_id_get_id(value.get());
            expr variable = expr::variable(isl_id_get_name(id), p_int32);
            isl_id_free(id);
            return variable;
        }
        case isl_ast_expr_int: return literal(isl_ast_expr_int_get_val(value.get()));
        default: return operation(value);
        }
    }

private:
    bool is_wide_;

    static expr literal(isl_val *number) {
        const long value = isl_val_get_num_si(number);
        isl_val_free(number);
        const bool is_narrow = value == static_cast<std::int32_t>(value);
        return is_narrow ? expr(static_cast<std::int32_t>(value))
                         : expr(static_cast<std::int64_t>(value));
    }

    expr argument(const isl::ast_expr &operation, int at) const {
        return (*this)(isl::manage(isl_ast_expr_op_get_arg(operation.get(), at)));
    }

    expr widened(const expr &value) const {
        return is_wide_ && value.get_data_type() == p_int32 ? cast(p_int64, value) : value;
    }

    expr apply(op_t op, const expr &left, const expr &right) const {
        switch (op) {
        case o_logical_and:
        case o_logical_or: return expr(op, truth(left), truth(right));
        case o_add:
        case o_sub:
        case o_mul: return expr(op, widened(left), widened(right));
        default: return expr(op, left, right);
        }
    }

    expr operation(const isl::ast_expr &value) const {
        const isl_ast_expr_op_type type = isl_ast_expr_op_get_type(value.get());
        if (type == isl_ast_expr_op_minus) {
            return -widened(argument(value, 0));
        }
        if (type == isl_ast_expr_op_cond || type == isl_ast_expr_op_select) {
            return select(truth(argument(value, 0)), argument(value, 1), argument(value, 2));
        }
        const auto binary = binary_operations.find(type);
        if (binary == binary_operations.end()) {
            throw internal_error("isl made an expression of an operation that is not known: " +
                                 std::to_string(type));
        }
        expr result = argument(value, 0);
        const auto count = isl_ast_expr_op_get_n_arg(value.get());
        for (int i = 1; i < count; ++i) {
            result = apply(binary->second, result, argument(value, i));
        }
        return result;
    }
};

} // namespace

expr to_expr(const isl::ast_expr &value) {
    return rebuilder(false)(value);
}

expr piecewise_expr(const isl::pw_aff &value, const std::vector<std::string> &iterators) {
    isl_ctx *ctx = isl_pw_aff_get_ctx(value.get());
    isl_pw_aff *named = isl_pw_aff_reset_tuple_id(value.coalesce().release(), isl_dim_in);
    for (std::size_t i = 0; i < iterators.size(); ++i) {
        isl_id *name = isl_id_alloc(ctx, iterators[i].c_str(), nullptr);
        named = isl_pw_aff_set_dim_id(named, isl_dim_in, static_cast<unsigned>(i), name);
    }
    const int detected = isl_options_get_ast_build_detect_min_max(ctx);
    isl_options_set_ast_build_detect_min_max(ctx, 1);
    isl_set *everywhere = isl_set_universe(isl_pw_aff_get_domain_space(named));
    isl_ast_build *build = isl_ast_build_from_context(everywhere);
    const isl::ast_expr made = isl::manage(isl_ast_build_expr_from_pw_aff(build, named));
    isl_ast_build_free(build);
    isl_options_set_ast_build_detect_min_max(ctx, detected);
    return to_expr(made);
}

expr set_to_expr(const isl::set &parameters) {
    isl_set *context = isl_set_universe(isl_set_get_space(parameters.get()));
    isl_ast_build *build = isl_ast_build_from_context(context);
    const isl::ast_expr condition =
        isl::manage(isl_ast_build_expr_from_set(build, parameters.copy()));
    isl_ast_build_free(build);
    return truth(rebuilder(true)(condition));
}

} // namespace tiramisu::core
