#include "core/expr/expr_walk.h"

namespace tiramisu::core {

namespace {

bool same_operands(const std::vector<expr> &a, const std::vector<expr> &b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].node() != b[i].node()) {
            return false;
        }
    }
    return true;
}

expr with_operands(const expr &value, const std::vector<expr> &operands) {
    if (same_operands(value.get_operands(), operands)) {
        return value;
    }
    const op_t op = value.get_op_type();
    switch (op) {
    case o_cast: return expr(o_cast, value.get_data_type(), operands[0]);
    case o_call:
    case o_access: return expr(op, value.get_name(), operands, value.get_data_type());
    default:
        return operands.size() == 1   ? expr(op, operands[0])
               : operands.size() == 2 ? expr(op, operands[0], operands[1])
                                      : expr(op, operands[0], operands[1], operands[2]);
    }
}

bool has_node(const expr &value, const std::function<bool(const expr &)> &condition) {
    bool found = false;
    for_each_node(value, [&](const expr &node) { found = found || condition(node); });
    return found;
}

} // namespace

void for_each_node(const expr &value, const std::function<void(const expr &)> &visit) {
    visit(value);
    if (value.get_expr_type() == e_op) {
        for (const expr &operand : value.get_operands()) {
            for_each_node(operand, visit);
        }
    }
}

bool is_variable(const expr &value, const std::string &name) {
    return value.get_expr_type() == e_var && value.get_name() == name;
}

bool reads_name(const expr &value, const std::string &name) {
    return has_node(value, [&](const expr &node) { return is_variable(node, name); });
}

bool reads_element(const expr &value, const std::string &name) {
    return has_node(value, [&](const expr &node) {
        return node.get_op_type() == o_access && node.get_name() == name;
    });
}

expr rewrite(const expr &value, const std::function<expr(const expr &)> &replace) {
    if (value.get_expr_type() != e_op) {
        return replace(value);
    }
    std::vector<expr> operands;
    for (const expr &operand : value.get_operands()) {
        operands.push_back(rewrite(operand, replace));
    }
    return replace(with_operands(value, operands));
}

expr substitute(const expr &value, const std::map<std::string, expr> &variables) {
    return rewrite(value, [&](const expr &node) {
        const auto found =
            node.get_expr_type() == e_var ? variables.find(node.get_name()) : variables.end();
        return found == variables.end() ? node : found->second;
    });
}

} // namespace tiramisu::core
