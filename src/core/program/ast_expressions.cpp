#include "core/program/ast_expressions.h"

#include <map>

#include "core/program/affine.h"
#include "polyhedral/ast_expression.h"

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
        if (value.isa<isl::ast_expr_id>()) {
            return expr::variable(value.as<isl::ast_expr_id>().id().name(), p_int32);
        }
        if (value.isa<isl::ast_expr_int>()) {
            return integer_literal(value.as<isl::ast_expr_int>().val().num_si());
        }
        return operation(value.as<isl::ast_expr_op>());
    }

private:
    bool is_wide_;

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

    expr operation(const isl::ast_expr_op &value) const {
        const isl_ast_expr_op_type type = poly::operation_of(value);
        const auto operand = [&](int at) { return (*this)(value.arg(at)); };
        if (type == isl_ast_expr_op_minus) {
            return -widened(operand(0));
        }
        if (type == isl_ast_expr_op_cond || type == isl_ast_expr_op_select) {
            return select(truth(operand(0)), operand(1), operand(2));
        }
        const auto binary = binary_operations.find(type);
        if (binary == binary_operations.end()) {
            throw internal_error("isl made an expression of an operation that is not known: " +
                                 std::to_string(type));
        }
        expr result = operand(0);
        for (int i = 1; i < static_cast<int>(value.n_arg()); ++i) {
            result = apply(binary->second, result, operand(i));
        }
        return result;
    }
};

} // namespace

expr to_expr(const isl::ast_expr &value) {
    return rebuilder(false)(value);
}

expr piecewise_expr(const isl::pw_aff &value, const std::vector<std::string> &iterators) {
    return to_expr(poly::as_expression(value.coalesce(), iterators));
}

expr set_to_expr(const isl::set &parameters) {
    return truth(rebuilder(true)(poly::as_condition(parameters)));
}

} // namespace tiramisu::core
