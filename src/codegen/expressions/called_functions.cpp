#include "codegen/expressions/called_functions.h"

#include "core/expr/expr_walk.h"

namespace tiramisu::lower {

std::set<std::string> called_functions(const core::program_statement &statement) {
    std::set<std::string> called;
    const auto note = [&](const expr &node) {
        if (node.get_op_type() == o_call) {
            called.insert(node.get_name());
        }
    };
    core::for_each_node(statement.value, note);
    core::for_each_node(statement.condition, note);
    for (const core::program_scalar &let : statement.lets) {
        core::for_each_node(let.value, note);
    }
    return called;
}

} // namespace tiramisu::lower
