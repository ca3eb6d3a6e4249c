#include "core/program/own_elements.h"

#include "core/expr/expr_walk.h"

namespace tiramisu::core {

void require_own_elements(const function_state &function, const std::string &subject,
                          const std::string &call, const expr &value, source_place where) {
    for_each_node(value, [&](const expr &node) {
        const bool is_foreign = node.get_op_type() == o_access && node.node()->home != nullptr &&
                                node.node()->home != function.identity;
        if (is_foreign) {
            throw user_error(subject, call,
                             "reads \"" + node.get_name() + "\", which belongs to function \"" +
                                 *node.node()->home + "\", and is a part of function \"" +
                                 function.name +
                                 "\"; an expression reads what its own function has",
                             where);
        }
    });
}

} // namespace tiramisu::core
