#include "core/program/loop_constants.h"

#include <algorithm>

#include "core/expr/expr_walk.h"
#include "core/program/let_bounds.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

bool is_iterator(const std::string &name, const std::vector<iterator> &iterators) {
    return std::any_of(iterators.begin(), iterators.end(),
                       [&](const iterator &it) { return it.name == name; });
}

/// The domain without constants of loops, which become bounds of iterators. What has no value yet
/// may be an input, whose domain is not used: there they need not be known.
isl::set bounded_by_constants(const function_state &function, computation_state &definition) {
    const std::vector<run_time_bound> before = definition.bounds;
    try {
        return without_let_parameters(function, subject(definition), definition.domain,
                                      definition.iterators, definition.bounds, definition.where);
    } catch (const user_error &) {
        if (!definition.is_input()) {
            throw;
        }
        definition.bounds = before;
        return without_loop_constants(function, definition.domain);
    }
}

} // namespace

expr with_loop_constants(const function_state &function, const expr &value,
                         const std::vector<iterator> &iterators) {
    if (function.let_values.empty()) {
        return value;
    }
    return rewrite(value, [&](const expr &node) {
        const auto let = node.get_expr_type() == e_var ? function.let_values.find(node.get_name())
                                                       : function.let_values.end();
        if (let == function.let_values.end() || is_iterator(let->first, iterators)) {
            return node;
        }
        const primitive_t type = node.get_data_type();
        return let->second.get_data_type() == type ? let->second : cast(type, let->second);
    });
}

isl::set without_loop_constants(const function_state &function, const isl::set &set) {
    isl::set rest = set;
    for (const auto &let : function.let_values) {
        rest = poly::without_parameter(rest, let.first);
    }
    return rest;
}

void meet_loop_constant(function_state &function, const std::string &name) {
    function.awaited_parameters.erase(name);
    function.context = poly::without_parameter(function.context, name);
    for (const auto &definition : function.computations) {
        definition->value = with_loop_constants(function, definition->value, definition->iterators);
        definition->predicate =
            with_loop_constants(function, definition->predicate, definition->iterators);
        definition->domain = bounded_by_constants(function, *definition);
        definition->nest.map =
            poly::without_parameter(definition->nest.map.divided().wrap(), name).unwrap();
    }
}

} // namespace tiramisu::core
