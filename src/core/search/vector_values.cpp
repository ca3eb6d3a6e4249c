#include "core/search/vector_values.h"

#include <algorithm>

#include "core/expr/expr_walk.h"

namespace tiramisu::core {

namespace {

bool is_operation(op_t what) {
    const auto all = {o_access, o_minus, o_add, o_sub, o_mul, o_div};
    return std::find(all.begin(), all.end(), what) != all.end();
}

} // namespace

bool is_arithmetic(const analysis &now, const std::string &statement) {
    const auto found = now.resolved.statements.find(statement);
    if (found == now.resolved.statements.end() || found->second.condition.is_defined()) {
        return false;
    }
    bool is_simple = std::all_of(now.accesses.begin(), now.accesses.end(), [&](const auto &access) {
        return access.statement != statement || (access.exact && !access.is_conditional);
    });
    for_each_node(found->second.value, [&](const expr &node) {
        is_simple = is_simple && (node.get_expr_type() != e_op || is_operation(node.get_op_type()));
    });
    return is_simple;
}

bool is_float(const analysis &now, const std::string &statement) {
    const primitive_t type = now.resolved.statements.at(statement).value.get_data_type();
    return type == p_float32 || type == p_float64;
}

long element_bytes(const analysis &now, const std::string &buffer) {
    for (const auto *list : {&now.resolved.arguments, &now.resolved.temporaries}) {
        for (const program_buffer &one : *list) {
            if (one.name == buffer) {
                return size_in_bytes(one.type);
            }
        }
    }
    return size_in_bytes(p_float64);
}

long widest_element(const analysis &now, const std::string &statement) {
    long widest = 1;
    for (const poly::memory_access &access : now.accesses) {
        if (access.statement == statement) {
            widest = std::max(widest, element_bytes(now, access.buffer));
        }
    }
    return widest;
}

} // namespace tiramisu::core
