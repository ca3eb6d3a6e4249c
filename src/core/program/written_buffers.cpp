#include "core/program/written_buffers.h"

#include <algorithm>
#include <set>

#include "core/expr/error_text.h"
#include "core/program/buffer_text.h"
#include "core/program/element_types.h"
#include "core/program/notes.h"

namespace tiramisu::core {

namespace {

/// A computation that is stored in the buffer and never runs; null if there is none.
const computation_state *without_expression_in(const function_state &function,
                                               const std::string &buffer) {
    const auto found = std::find_if(
        function.computations.begin(), function.computations.end(), [&](const auto &one) {
            return one->is_input() && one->storage != nullptr && one->storage->name == buffer;
        });
    return found == function.computations.end() ? nullptr : found->get();
}

} // namespace

bool is_written(const program &resolved, const std::string &buffer) {
    return std::any_of(resolved.statements.begin(), resolved.statements.end(),
                       [&](const auto &statement) { return statement.second.buffer == buffer; });
}

void read_outputs_that_nobody_writes(function_state &function, program &resolved) {
    const std::set<std::string> read = read_buffers(resolved);
    for (program_buffer &argument : resolved.arguments) {
        const computation_state *stored = without_expression_in(function, argument.name);
        if (argument.role == a_output && !is_written(resolved, argument.name) &&
            read.count(argument.name) > 0 && stored != nullptr && !stored->awaits_definition) {
            argument.role = a_input;
            note(function, subject(*stored), stored->storage_call,
                 "lies in output \"" + argument.name + "\", which is only read: it is an input",
                 stored->stored_where);
        }
    }
}

void require_written_outputs(const function_state &function, const program &resolved,
                             source_place where) {
    for (const program_buffer &argument : resolved.arguments) {
        if (argument.role == a_output && !is_written(resolved, argument.name)) {
            const computation_state *stored = without_expression_in(function, argument.name);
            throw user_error(
                "function \"" + function.name + "\"", "",
                "nobody writes output \"" + argument.name + "\"" +
                    (stored == nullptr
                         ? "; store a computation in it: store_in(&" + argument.name + ")"
                         : ": \"" + stored->name +
                               "\" is stored in it, but has no expression; give it "
                               "one by set_expression()"),
                where);
        }
    }
}

void require_written_temporaries(const function_state &function, const program &resolved) {
    const std::set<std::string> read = read_buffers(resolved);
    for (const program_buffer &temporary : resolved.temporaries) {
        if (read.count(temporary.name) == 0 || is_written(resolved, temporary.name)) {
            continue;
        }
        const computation_state *stored = without_expression_in(function, temporary.name);
        throw user_error(temporary.called, "",
                         "is a temporary that is read" +
                             (stored == nullptr ? "" : ", as \"" + stored->name + "\",") +
                             " and that nobody writes; store a computation in it, or make it "
                             "a_input and pass it to codegen",
                         temporary.where);
    }
}

} // namespace tiramisu::core
