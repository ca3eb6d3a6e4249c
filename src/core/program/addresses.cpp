#include "core/program/addresses.h"

#include <algorithm>

#include "core/expr/expr_text.h"
#include "core/expr/expr_walk.h"

namespace tiramisu::core {

expr resolved_address(const function_state &function, const std::string &reader,
                      const expr &address, source_place where) {
    const std::string &name = address.get_name();
    const computation_state *lies = function.find_computation(name);
    const buffer_state *buffer = lies == nullptr ? function.find_buffer(name) : lies->storage;
    if (buffer == nullptr || (lies != nullptr && lies->is_inlined)) {
        throw user_error(reader, "",
                         "takes the " + expr_text(address) +
                             (lies == nullptr
                                  ? ", which is no computation and no buffer of function "
                                    "\"" +
                                        function.name + "\""
                                  : ", which lies in no buffer: give it one by store_in()"),
                         where);
    }
    return {o_address, buffer->name};
}

void require_addressed_arguments(const function_state &function, const program &resolved) {
    const auto check = [&](const computation_state &reader, const expr &node) {
        const auto is_it = [&](const program_buffer &one) { return one.name == node.get_name(); };
        if (node.get_op_type() == o_address &&
            std::none_of(resolved.arguments.begin(), resolved.arguments.end(), is_it)) {
            throw unsupported_error(subject(reader), "",
                                    "takes the " + expr_text(node) +
                                        ", a temporary; only arguments of the function have a "
                                        "halide_buffer_t: pass the buffer to codegen()",
                                    reader.where);
        }
    };
    for (const auto &[id, statement] : resolved.statements) {
        const computation_state &reader = *function.find_definition(id);
        for_each_node(statement.value, [&](const expr &node) { check(reader, node); });
        for_each_node(statement.condition, [&](const expr &node) { check(reader, node); });
    }
}

} // namespace tiramisu::core
