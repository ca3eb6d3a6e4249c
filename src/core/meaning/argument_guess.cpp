#include "core/meaning/argument_guess.h"

#include <algorithm>

#include "core/expr/expr_walk.h"

namespace tiramisu::core {

namespace {

bool names_buffer(const expr &value, const std::string &buffer) {
    bool found = false;
    for_each_node(value, [&](const expr &node) {
        const bool has_name = node.get_op_type() == o_access || node.get_op_type() == o_address;
        found = found || (has_name && node.get_name() == buffer);
    });
    return found;
}

/// Whether something is stored in the buffer, or an expression names it.
bool is_used(const function_state &function, const buffer_state &buffer) {
    return std::any_of(
        function.computations.begin(), function.computations.end(), [&](const auto &one) {
            return one->storage == &buffer || names_buffer(one->value, buffer.name) ||
                   names_buffer(one->predicate, buffer.name);
        });
}

} // namespace

std::vector<buffer *> guess_arguments(const function_state &function) {
    std::vector<buffer *> arguments;
    for (const auto &handle : function.buffer_handles) {
        const argument_t role = handle->get_argument_type();
        const bool is_forgotten =
            role == a_output && !is_used(function, *function.find_buffer(handle->get_name()));
        if (role != a_temporary && !is_forgotten) {
            arguments.push_back(handle.get());
        }
    }
    return arguments;
}

} // namespace tiramisu::core
