#include "core/element_types.h"

#include <algorithm>
#include <set>

#include "core/expr_walk.h"
#include "core/notes.h"

namespace tiramisu::core {

namespace {

/// The buffers from which values are read.
std::set<std::string> read_buffers(const program &resolved) {
    std::set<std::string> buffers;
    const auto add = [&](const expr &value) {
        for_each_node(value, [&](const expr &node) {
            if (node.get_op_type() == o_access) {
                buffers.insert(node.get_name());
            }
        });
    };
    for (const auto &[id, statement] : resolved.statements) {
        add(statement.value);
        add(statement.condition);
        std::for_each(statement.index.begin(), statement.index.end(), add);
        for (const program_bound &bound : statement.bounds) {
            add(bound.value.value);
        }
    }
    for (const program_scalar &constant : resolved.constants) {
        add(constant.value);
    }
    return buffers;
}

/// The types of the values that are computed into the buffer.
std::set<primitive_t> stored_types(const function_state &function, const buffer_state &buffer) {
    std::set<primitive_t> types;
    for (const computation_state *definition : function.executed()) {
        if (definition->base->storage == &buffer) {
            types.insert(definition->base->type);
        }
    }
    return types;
}

std::string difference(const computation_state &stored) {
    return "has type " + to_string(stored.type) + " but buffer \"" + stored.storage->name +
           "\" holds " + to_string(stored.storage->type);
}

} // namespace

void settle_element_types(function_state &function, program &resolved) {
    const std::set<std::string> read = read_buffers(resolved);
    for (const auto &stored : function.computations) {
        if (stored->storage == nullptr || stored->type == stored->storage->type) {
            continue;
        }
        const buffer_state &buffer = *stored->storage;
        const bool is_read = read.count(buffer.name) > 0;
        if (stored->is_input() && !is_read) {
            continue;
        }
        const auto argument =
            std::find_if(resolved.arguments.begin(), resolved.arguments.end(),
                         [&](const program_buffer &one) { return one.name == buffer.name; });
        if (is_read || argument == resolved.arguments.end() ||
            stored_types(function, buffer).size() > 1) {
            throw user_error(subject(*stored), stored->storage_call,
                             difference(*stored) + "; the types must be equal",
                             stored->stored_where);
        }
        argument->type = stored->type;
        note(function, subject(*stored), stored->storage_call,
             difference(*stored) + "; nobody reads it, so its elements are of type " +
                 to_string(stored->type),
             stored->stored_where);
    }
}

} // namespace tiramisu::core
