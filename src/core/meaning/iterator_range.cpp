#include "core/meaning/iterator_range.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <string>

#include "core/expr/expr_walk.h"
#include "core/program/affine.h"
#include "core/program/instance_text.h"
#include "core/program/memory_accesses.h"
#include "core/program/notes.h"
#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

// The value after the last one, where a loop ends, has to fit as well.
constexpr long lowest = std::numeric_limits<std::int32_t>::min();
constexpr long highest = std::numeric_limits<std::int32_t>::max() - 1L;

/// { S[i] : one of these iterators does not fit }
isl::set outside_range(const isl::set &executed, const std::vector<int> &dims) {
    isl::set outside = executed.subtract(executed);
    for (const int dim : dims) {
        outside =
            outside.unite(executed.subtract(poly::dim_within(executed, dim, lowest, highest)));
    }
    return outside;
}

/// { S[i] : an iterator does not fit }, but those whose bounds are read from memory: domains leave
/// them free.
isl::set outside_range(const isl::set &executed) {
    std::vector<int> dims(static_cast<std::size_t>(poly::set_dims(executed)));
    std::iota(dims.begin(), dims.end(), 0);
    const isl::set outside = outside_range(executed, dims);
    if (outside.is_empty()) {
        return outside;
    }
    const auto is_free = [&](int dim) { return !poly::is_bounded(executed, dim); };
    dims.erase(std::remove_if(dims.begin(), dims.end(), is_free), dims.end());
    return outside_range(executed, dims);
}

[[noreturn]] void refuse(const computation_state &definition, const isl::set &outside) {
    const std::vector<long> instance = poly::example_of(outside).coordinates;
    throw unsupported_error(subject(definition), "",
                            "has an iterator that comes to the end of 32 bits, in which loops "
                            "count: for example " +
                                instance_text(definition, instance) +
                                "; count from 0 and add the rest in expressions, or write two "
                                "loops for one",
                            definition.where);
}

program_check check_of(const constant_state &constant, const std::string &use,
                       const std::string &verb) {
    const expr value = expr::variable(constant.name, constant.type);
    const auto limit = [&](long number) { return cast(constant.type, expr(std::int64_t(number))); };
    expr fits = value <= limit(highest);
    if (constant.type == p_int64) {
        fits = fits && value >= limit(lowest);
    }
    return {fits, "constant \"" + constant.name + "\", " + use +
                      ", has to be inside of 32 bits, in which they " + verb};
}

using name_set = std::set<std::string>;

void add_names_in(const expr &value, name_set &all) {
    for_each_node(value, [&](const expr &node) {
        if (node.get_expr_type() == e_var) {
            all.insert(node.get_name());
        }
    });
}

name_set names_in_bounds(const function_state &function) {
    name_set all;
    for (const computation_state *definition : function.executed()) {
        for (const std::string &name : poly::involved_parameters(definition->domain)) {
            all.insert(name);
        }
    }
    return all;
}

/// In indices, in numbers that become narrower, as indices may be made of them, and in sizes.
name_set names_in_indices(const function_state &function, const program &resolved) {
    name_set all;
    for (const auto &[id, statement] : resolved.statements) {
        for (const expr &index : statement.index) {
            add_names_in(index, all);
        }
        for (const expr &value : {statement.value, statement.condition}) {
            for_each_node(value, [&](const expr &node) {
                const bool is_narrower =
                    node.get_op_type() == o_cast && node.get_data_type() == p_int32;
                if (node.get_op_type() == o_access || is_narrower) {
                    for (const expr &operand : node.get_operands()) {
                        add_names_in(operand, all);
                    }
                }
            });
        }
    }
    for (const auto &buffer : function.buffers) {
        for (const expr &size : buffer->sizes) {
            add_names_in(size, all);
        }
    }
    return all;
}

} // namespace

void require_iterators_fit(const function_state &function) {
    for (const computation_state *definition : function.executed()) {
        const isl::set executed = executed_domain(*definition);
        const isl::set outside = outside_range(executed);
        if (!outside.is_empty() && executed.params().subtract(outside.params()).is_empty()) {
            refuse(*definition, outside);
        }
    }
}

void note_backward_ranges(function_state &function) {
    const affine_space space(function, {});
    for (const computation_state *definition : function.executed()) {
        for (const iterator &one : definition->iterators) {
            const bool is_literal = one.lower.is_constant() && one.upper.is_constant();
            const auto lower = is_literal ? space.to_aff(one.lower) : std::nullopt;
            const auto upper = is_literal ? space.to_aff(one.upper) : std::nullopt;
            if (lower && upper && upper->ge_set(*lower).is_empty()) {
                note(function, subject(*definition), "",
                     "runs for no \"" + one.name + "\", which ends at " + one.upper.to_str() +
                         ", before it begins at " + one.lower.to_str(),
                     definition->where);
            }
        }
    }
}

std::vector<program_check> wide_constant_checks(const function_state &function,
                                                const program &resolved) {
    const name_set bounds = names_in_bounds(function),
                   indices = names_in_indices(function, resolved);
    std::vector<program_check> checks;
    for (const constant_state &constant : function.constants) {
        const bool is_wide =
            constant.type == p_int64 || constant.type == p_uint64 || constant.type == p_uint32;
        if (is_wide && bounds.count(constant.name) > 0) {
            checks.push_back(check_of(constant, "a bound of loops", "count"));
        } else if (is_wide && indices.count(constant.name) > 0) {
            checks.push_back(check_of(constant, "a part of indices or sizes", "are computed"));
        }
    }
    return checks;
}

} // namespace tiramisu::core
