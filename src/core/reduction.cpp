#include "core/reduction.h"

namespace tiramisu::core {

namespace {

bool is_written_element(const program_statement &statement, const expr &value) {
    if (value.get_op_type() != o_access || value.get_name() != statement.buffer ||
        value.get_operands().size() != statement.index.size()) {
        return false;
    }
    for (std::size_t i = 0; i < statement.index.size(); ++i) {
        if (!value.get_operands()[i].is_equal(statement.index[i])) {
            return false;
        }
    }
    return true;
}

} // namespace

void recognise_reduction(program_statement &statement) {
    const op_t op = statement.value.get_op_type();
    if (op != o_add && op != o_mul && op != o_min && op != o_max && op != o_sub) {
        return;
    }
    const expr left = statement.value.get_operand(0), right = statement.value.get_operand(1);
    if (is_written_element(statement, left)) {
        statement.reduction = op == o_sub ? o_add : op;
        statement.value = op == o_sub ? left + -right : statement.value;
    } else if (op != o_sub && is_written_element(statement, right)) {
        statement.reduction = op;
        statement.value = expr(op, right, left);
    }
}

} // namespace tiramisu::core
