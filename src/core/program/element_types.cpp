#include "core/program/element_types.h"

#include <algorithm>

#include "core/expr/expr_typing.h"
#include "core/expr/expr_walk.h"
#include "core/program/buffer_text.h"
#include "core/program/notes.h"
#include "core/program/public_call.h"

namespace tiramisu::core {

namespace {

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

/// Whether all that is computed into the computation's storage are literals that its type holds.
bool stores_exact_literals(const function_state &function, const computation_state &stored) {
    const std::vector<const computation_state *> executed = function.executed();
    return std::all_of(executed.begin(), executed.end(), [&](const computation_state *definition) {
        return definition->base != &stored || (definition->value.is_constant() &&
                                               is_exact(definition->value, stored.storage->type));
    });
}

std::string difference(const computation_state &stored) {
    return "has type " + to_string(stored.type) + " but " + buffer_text(*stored.storage) +
           " holds " + to_string(stored.storage->type);
}

/// What becomes of a difference that changes no type of memory; empty if the types must be equal.
std::string accepted_difference(const function_state &function, const computation_state &stored) {
    if (stored.is_input()) {
        return "it stores nothing, so what is read is converted to " + to_string(stored.type);
    }
    if (stores_exact_literals(function, stored)) {
        return "its value is a literal, which is stored as " + to_string(stored.storage->type);
    }
    return "";
}

} // namespace

std::set<std::string> read_buffers(const program &resolved) {
    std::set<std::string> buffers;
    const auto add = [&](const expr &value) {
        for_each_node(value, [&](const expr &node) {
            if (node.get_op_type() == o_access || node.get_op_type() == o_address) {
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
        const auto tell = [&](const std::string &text) {
            note(function, subject(*stored), stored->storage_call,
                 difference(*stored) + "; " + text, stored->stored_where);
        };
        const auto argument =
            std::find_if(resolved.arguments.begin(), resolved.arguments.end(),
                         [&](const program_buffer &one) { return one.name == buffer.name; });
        if (!is_read && argument != resolved.arguments.end() &&
            stored_types(function, buffer).size() == 1) {
            argument->type = stored->type;
            tell("nobody reads it, so its elements are of type " + to_string(stored->type));
            continue;
        }
        const std::string accepted = accepted_difference(function, *stored);
        if (accepted.empty()) {
            throw user_error(subject(*stored), stored->storage_call,
                             difference(*stored) + "; the types must be equal",
                             stored->stored_where);
        }
        tell(accepted);
    }
}

void require_element_types(const function_state &function, const program &resolved) {
    for (const auto *buffers : {&resolved.arguments, &resolved.temporaries}) {
        for (const program_buffer &one : *buffers) {
            if (one.type == p_none) {
                throw user_error(subject(function), "",
                                 buffer_text(function, one.name) +
                                     " was declared without a type (p_none); elements are of "
                                     "type " +
                                     types_of_values() + ": declare it with one of these",
                                 function.find_buffer(one.name)->where);
            }
        }
    }
}

} // namespace tiramisu::core
