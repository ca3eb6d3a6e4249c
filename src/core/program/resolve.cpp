#include "core/program/resolve.h"

#include <algorithm>
#include <set>

#include "core/expr/expr_walk.h"
#include "core/program/addresses.h"
#include "core/program/argument_list.h"
#include "core/program/buffer_text.h"
#include "core/program/element_types.h"
#include "core/program/reduction.h"
#include "core/program/requirement.h"
#include "core/program/staging.h"
#include "core/program/storage.h"
#include "core/program/storage_bounds.h"
#include "core/program/unknown_name.h"
#include "core/program/written_buffers.h"

namespace tiramisu::core {

namespace {

program_buffer describe(const buffer_state &buffer, argument_t role) {
    return {buffer.name,         buffer.type,    role,        buffer.sizes,
            buffer.alignment,    buffer.padding, {},          buffer.any_shape,
            buffer_text(buffer), buffer.where,   buffer.space};
}

std::map<std::string, expr> at_indices(const computation_state &base,
                                       const std::vector<expr> &indices) {
    std::map<std::string, expr> values;
    for (std::size_t i = 0; i < base.iterators.size(); ++i) {
        values[base.iterators[i].name] = indices[i];
    }
    return values;
}

/// `lets` are the values of constants of loops, as the reader has them.
std::vector<expr> element_at(const computation_state &base, const std::vector<expr> &indices,
                             const std::map<std::string, expr> &lets) {
    std::vector<expr> element;
    if (!base.storage_indices) {
        // By position: of iterators {i, i} both indices count.
        element = indices;
        element.resize(std::max(element.size(), base.storage->sizes.size()), expr(0));
        return element;
    }
    std::map<std::string, expr> values = at_indices(base, indices);
    values.insert(lets.begin(), lets.end());
    for (const expr &index : storage_map(base)) {
        element.push_back(substitute(index, values));
    }
    return element;
}

/// Names in `value` are those of constants, or of these iterators.
void require_known_names(const function_state &function, const std::string &who, const expr &value,
                         const std::vector<std::string> &iterators, source_place where) {
    if (const auto unknown = first_unknown_name(function, value, iterators)) {
        throw user_error(who, "",
                         "names \"" + *unknown + "\", which is " +
                             (iterators.empty() ? "" : "no iterator of it and ") +
                             "no constant of function \"" + function.name + "\"",
                         where);
    }
}

void require_known_names(const computation_state &definition, const program_statement &statement) {
    std::vector<expr> values = statement.index;
    values.insert(values.end(), {statement.value, statement.condition});
    for (const expr &value : values) {
        require_known_names(*definition.owner, subject(definition), value, statement.iterators,
                            definition.where);
    }
}

void add_buffers(program &resolved, const function_state &function,
                 const std::vector<buffer *> &arguments) {
    for (const buffer *argument : arguments) {
        const buffer_state &state = *argument->state();
        // A temporary that is passed becomes an output if it is written, else an input.
        const argument_t role = state.role != a_temporary          ? state.role
                                : is_written(resolved, state.name) ? a_output
                                                                   : a_input;
        resolved.arguments.push_back(describe(state, role));
    }
    for (const auto &buffer : function.buffers) {
        for (const expr &size : buffer->sizes) {
            require_known_names(function, buffer_text(*buffer), size, {}, buffer->where);
        }
        require_possible_sizes(function, *buffer);
    }
    resolved.temporaries = temporaries_of(function, resolved.arguments);
}

/// Values of the constants that are known.
std::map<std::string, expr> known_constants(const function_state &function) {
    std::map<std::string, expr> known;
    for (const constant_state &constant : function.constants) {
        if (constant.value.is_constant()) {
            known[constant.name] = constant.value;
        }
    }
    return known;
}

void add_constants(program &resolved, const function_state &function, source_place where) {
    const std::map<std::string, expr> known = known_constants(function);
    for (const constant_state &constant : function.constants) {
        if (constant.value.is_constant()) {
            continue;
        }
        if (!constant.value.is_defined()) {
            resolved.scalar_arguments.push_back({constant.name, constant.type, {}});
            continue;
        }
        const std::string who = "constant \"" + constant.name + "\"";
        require_known_names(function, who, constant.value, {}, where);
        resolved.constants.push_back(
            {constant.name, constant.type,
             resolve_reads(function, who, substitute(constant.value, known), where)});
    }
}

} // namespace

namespace {

/// Values of the constants of loops that the storage of what is read names.
std::map<std::string, expr> resolved_lets(const computation_state &read, const std::string &reader,
                                          source_place where) {
    std::map<std::string, expr> lets;
    if (!read.storage_indices) {
        return lets;
    }
    for (const expr &index : *read.storage_indices) {
        for_each_node(index, [&](const expr &node) {
            const auto let = read.owner->let_values.find(node.get_name());
            if (node.get_expr_type() == e_var && let != read.owner->let_values.end()) {
                lets[let->first] = resolve_reads(*read.owner, reader, let->second, where);
            }
        });
    }
    return lets;
}

/// Values of the constants that are known and have no iterator's name.
std::map<std::string, expr> known_constants(const computation_state &definition) {
    std::map<std::string, expr> known = known_constants(*definition.owner);
    for (const iterator &it : definition.iterators) {
        known.erase(it.name);
    }
    return known;
}

} // namespace

program_statement describe(const computation_state &definition) {
    const std::map<std::string, expr> known = known_constants(definition);
    const auto resolved = [&](const expr &value) {
        return resolve_reads(*definition.owner, subject(definition), substitute(value, known),
                             definition.where);
    };
    program_statement statement;
    statement.id = definition.id;
    statement.iterators = names_of(definition.iterators);
    for (const run_time_bound &bound : definition.bounds) {
        const primitive_t type = definition.iterators[bound.iterator].type;
        statement.bounds.push_back(
            {bound.iterator, bound.is_upper, {bound.parameter, type, resolved(bound.value)}});
    }
    statement.hint = definition.hint;
    if (statement.hint != cache_hint::none) {
        statement.value = resolved(definition.value);
        return statement;
    }
    statement.buffer = definition.base->storage->name;
    statement.index = written_element(definition);
    for (expr &index : statement.index) {
        index = resolved(index);
    }
    statement.value = resolved(definition.value);
    if (definition.predicate.is_defined()) {
        statement.condition = resolved(definition.predicate);
    }
    recognise_reduction(statement);
    return statement;
}

std::vector<expr> written_element(const computation_state &definition) {
    return element_at(*definition.base, definition.target, definition.owner->let_values);
}

expr resolve_reads(const function_state &function, const std::string &reader, const expr &value,
                   source_place where) {
    return rewrite(value, [&](const expr &node) {
        if (node.get_op_type() == o_address) {
            return resolved_address(function, reader, node, where);
        }
        if (node.get_op_type() != o_access) {
            return node;
        }
        const computation_state *read = function.find_computation(node.get_name());
        if (read == nullptr) {
            throw user_error(reader, "",
                             "reads \"" + node.get_name() + "\", which is not a computation of " +
                                 "function \"" + function.name + "\"",
                             where);
        }
        if (read->awaits_definition && read->is_input()) {
            throw user_error(reader, "",
                             "reads computation \"" + read->name +
                                 "\", which is never defined: give it a value by set_expression()",
                             where);
        }
        if (read->storage == nullptr) {
            throw user_error(reader, "",
                             "reads input \"" + read->name +
                                 "\", which has no buffer: give it one by store_in()",
                             where);
        }
        const expr element(
            o_access, read->storage->name,
            element_at(*read, node.get_operands(), resolved_lets(*read, reader, where)),
            read->storage->type);
        return read->type == read->storage->type ? element : expr(o_cast, read->type, element);
    });
}

void give_storage(function_state &function) {
    for (const auto *all : {&function.computations, &function.staged_computations}) {
        for (const auto &stored : *all) {
            check_rank(*stored);
        }
    }
    allocate_missing_storage(function);
}

namespace {

/// Where the schedule says that windows lie, by the names of their buffers.
std::map<std::string, memory> places_of_windows(const function_state &function) {
    std::map<std::string, memory> places;
    for (const auto &made : function.stagings) {
        if (made->has_window() && made->kept != memory::temporary) {
            places.emplace(made->window->storage->name, made->kept);
        }
    }
    return places;
}

} // namespace

std::vector<program_buffer> temporaries_of(const function_state &function,
                                           const std::vector<program_buffer> &arguments) {
    const std::map<std::string, memory> places = places_of_windows(function);
    std::set<std::string> given;
    for (const program_buffer &argument : arguments) {
        given.insert(argument.name);
    }
    std::vector<program_buffer> temporaries;
    for (const auto &buffer : function.buffers) {
        if (given.count(buffer->name) == 0) {
            temporaries.push_back(describe(*buffer, a_temporary));
            const auto place = places.find(buffer->name);
            if (place != places.end()) {
                temporaries.back().space = place->second;
            }
        }
    }
    return temporaries;
}

program resolve(function_state &function, const std::vector<buffer *> &arguments,
                source_place where) {
    require_possible_arguments(function, arguments, where);
    give_storage(function);
    program resolved;
    resolved.name = function.name;
    for (const computation_state *definition : function.executed()) {
        require_known_names(*definition,
                            resolved.statements[definition->id] = describe(*definition));
    }
    add_buffers(resolved, function, arguments);
    add_constants(resolved, function, where);
    for (const requirement &one : function.requirements) {
        resolved.requirements.push_back(resolved_requirement(function, one, resolved.arguments));
    }
    require_addressed_arguments(function, resolved);
    read_outputs_that_nobody_writes(function, resolved);
    require_written_outputs(function, resolved, where);
    settle_element_types(function, resolved);
    require_element_types(function, resolved);
    return resolved;
}

} // namespace tiramisu::core
