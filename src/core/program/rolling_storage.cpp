#include "core/program/rolling_storage.h"

#include "core/expr/expr_walk.h"
#include "core/program/memory_accesses.h"
#include "core/program/storage.h"

namespace tiramisu::core {

namespace {

bool is_operation(const expr &value, op_t op) {
    return value.get_expr_type() == e_op && value.get_op_type() == op;
}

/// Whether it is m * (x / m), in any order of the factors.
bool is_rounded_down(const expr &product, const expr &x) {
    if (!is_operation(product, o_mul)) {
        return false;
    }
    const auto is_quotient = [&](int quotient) {
        const expr &divided = product.get_operand(quotient);
        return is_operation(divided, o_div) && divided.get_operand(0).is_equal(x) &&
               divided.get_operand(1).is_equal(product.get_operand(1 - quotient));
    };
    return is_quotient(0) || is_quotient(1);
}

/// What a remainder is taken of; undefined if `value` is none. isl's formulas write x - m * (x / m)
/// as well.
expr divided_with_remainder(const expr &value) {
    if (is_operation(value, o_mod) ||
        (is_operation(value, o_sub) &&
         is_rounded_down(value.get_operand(1), value.get_operand(0)))) {
        return value.get_operand(0);
    }
    return {};
}

std::vector<expr> divided_with_remainder(const std::vector<expr> &indices) {
    std::vector<expr> found;
    for (const expr &index : indices) {
        for_each_node(index, [&](const expr &node) {
            if (const expr divided = divided_with_remainder(node); divided.is_defined()) {
                found.push_back(divided);
            }
        });
    }
    return found;
}

/// { W[i] -> [e(target(i))] }, the indices being over the iterators of the computation.
isl::map of_target(const computation_state &definition, const std::vector<expr> &indices) {
    bool exact = true;
    const computation_state &base = *definition.base;
    const isl::map target = index_relation(definition, base.id, definition.target, exact);
    return target.apply_range(index_relation(base, "", indices, exact));
}

} // namespace

bool is_rolling(const computation_state &base) {
    return base.storage != nullptr && !divided_with_remainder(storage_map(base)).empty();
}

isl::map rounds_of_storage(const computation_state &definition) {
    return of_target(definition, divided_with_remainder(storage_map(*definition.base)));
}

bool leaves_out_iterators(const computation_state &definition) {
    std::vector<expr> element = storage_map(*definition.base);
    const std::vector<expr> rounds = divided_with_remainder(element);
    element.insert(element.end(), rounds.begin(), rounds.end());
    return !of_target(definition, element).is_injective();
}

} // namespace tiramisu::core
