#include "tiramisu/tune/arithmetic.h"

#include <algorithm>

namespace tiramisu::tune {

namespace {

bool is_product(const expr &value) {
    return value.get_expr_type() == e_op && value.get_op_type() == o_mul;
}

class counter {
public:
    arithmetic counted;

    void look_at(const expr &value) {
        if (value.get_expr_type() != e_op || value.get_op_type() == o_access) {
            return;
        }
        const std::vector<expr> &operands = value.get_operands();
        const bool is_sum = value.get_op_type() == o_add || value.get_op_type() == o_sub;
        const auto product =
            is_sum ? std::find_if(operands.begin(), operands.end(), is_product) : operands.end();
        if (product != operands.end()) {
            ++kind_of(value).multiply_adds;
        } else {
            count(value);
        }
        for (auto operand = operands.begin(); operand != operands.end(); ++operand) {
            if (operand == product) {
                look_at(product->get_operand(0));
                look_at(product->get_operand(1));
            } else {
                look_at(*operand);
            }
        }
    }

private:
    arithmetic::of_type &kind_of(const expr &value) {
        return is_float(value.get_data_type()) ? counted.floats : counted.integers;
    }

    void count(const expr &value) {
        switch (value.get_op_type()) {
        case o_add:
        case o_sub:
        case o_minus:
        case o_left_shift:
        case o_right_shift: ++kind_of(value).sums; break;
        case o_mul: ++kind_of(value).products; break;
        case o_div:
        case o_mod: ++kind_of(value).divisions; break;
        case o_lerp: kind_of(value).multiply_adds += 2; break;
        case o_min:
        case o_max: ++kind_of(value).comparisons; break;
        case o_eq:
        case o_ne:
        case o_lt:
        case o_le:
        case o_gt:
        case o_ge: ++kind_of(value.get_operand(0)).comparisons; break;
        case o_logical_not:
        case o_logical_and:
        case o_logical_or: ++counted.logical; break;
        case o_select: ++counted.selections; break;
        case o_call: ++kind_of(value).other_calls; break;
        case o_none:
        case o_cast:
        case o_access:
        case o_address:
        case o_allocate:
        case o_memcpy:
        case o_sync: break;
        default: ++kind_of(value).math_calls; break;
        }
    }
};

void add(arithmetic::of_type &to, const arithmetic::of_type &more) {
    to.multiply_adds += more.multiply_adds;
    to.sums += more.sums;
    to.products += more.products;
    to.divisions += more.divisions;
    to.comparisons += more.comparisons;
    to.math_calls += more.math_calls;
    to.other_calls += more.other_calls;
}

double all_of(const arithmetic::of_type &counted) {
    return 2 * counted.multiply_adds + counted.sums + counted.products + counted.divisions +
           counted.comparisons + counted.math_calls + counted.other_calls;
}

} // namespace

double arithmetic::all() const {
    return all_of(floats) + all_of(integers) + logical + selections;
}

arithmetic &arithmetic::operator+=(const arithmetic &other) {
    add(floats, other.floats);
    add(integers, other.integers);
    logical += other.logical;
    selections += other.selections;
    return *this;
}

arithmetic arithmetic_of(const expr &value) {
    counter counts;
    counts.look_at(value);
    return counts.counted;
}

} // namespace tiramisu::tune
