#include "core/meaning/analysis.h"

#include <algorithm>

#include "core/commands/schedule_view.h"
#include "core/meaning/index_range.h"
#include "core/meaning/iterator_range.h"
#include "core/meaning/known_dependences.h"
#include "core/meaning/loop_tags.h"
#include "core/meaning/placed_buffers.h"
#include "core/meaning/reference_order.h"
#include "core/meaning/scheduled_range.h"
#include "core/program/costly_commands.h"
#include "core/program/memory_accesses.h"
#include "core/program/resolve.h"
#include "core/program/run_time_bounds.h"
#include "core/program/storage_bounds.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/split_iterations.h"

namespace tiramisu::core {

namespace {

poly::timestamps reference_of(const function_state &function, const analysis &now) {
    if (!function.fixed_reference) {
        return reference_order(function, now.accesses,
                               scheduled_statements(function, order_view::as_shared));
    }
    for (const poly::scheduled_statement &statement : now.statements) {
        if (function.fixed_reference->count(statement.name) == 0) {
            const computation_state &late = *function.find_definition(statement.name);
            throw user_error(subject(late), "",
                             "is made after perform_full_dependency_analysis() has fixed the "
                             "order of the computations that there were; call it again",
                             late.where);
        }
    }
    return *function.fixed_reference;
}

/// Questions may come before compute_bounds(), code may not.
void require_bounded_domains(const function_state &function, const analysis &now) {
    for (const poly::scheduled_statement &statement : now.statements) {
        const computation_state *definition = function.find_definition(statement.name);
        if (definition == nullptr || !definition->bounds.empty()) {
            continue;
        }
        const bool runs_never = definition->domain.is_empty();
        for (int dim = 0; dim < poly::set_dims(definition->domain) && !runs_never; ++dim) {
            if (!poly::is_bounded(definition->domain, dim)) {
                throw user_error(
                    subject(*definition), "",
                    "iterator \"" + definition->iterators[static_cast<std::size_t>(dim)].name +
                        "\" has no bounds: write them into the set of the computation, or call "
                        "compute_bounds()",
                    definition->where);
            }
        }
    }
}

poly::ast generated_loops(const function_state &function, const analysis &now) {
    try {
        return poly::generate_ast(now.statements, function.context);
    } catch (const isl::exception &) {
        const given_command costly = costliest_command(function);
        const bool is_known = costly.given != nullptr;
        throw unsupported_error(
            is_known ? subject(*costly.definition) : "function \"" + function.name + "\"",
            is_known ? call_text(*costly.given) : "",
            "isl, which generates the loops, gives up on this schedule (" +
                poly::last_error(function.ctx) +
                "); leave this command out, or use smaller factors or fewer commands that mix "
                "loops (skew, transform, collapse) under split and vectorized ones",
            is_known ? costly.given->where : now.where);
    }
}

poly::ast annotated_loops(const function_state &function, const analysis &now) {
    poly::ast loops = generated_loops(function, now);
    loops.scoped_buffers = now.windows;
    for (poly::scoped_buffer &placed : placed_buffers(function, now)) {
        loops.scoped_buffers.push_back(std::move(placed));
    }
    loops.repeated_loops = now.repeated_loops;
    annotate_loops(now, loops);
    return loops;
}

/// Whether an iteration that has buffers for itself may be in several places of the nest.
bool splits_iterations(const poly::ast &loops, const analysis &now) {
    std::vector<poly::scoped_buffer> buffers = loops.scoped_buffers;
    for (const auto &[key, loop] : loops.loops) {
        for (const std::string &name : loop.private_buffers) {
            poly::scoped_buffer own{name, loop.level, {}};
            for (const poly::memory_access &access : now.accesses) {
                if (access.buffer == name) {
                    own.statements.push_back(access.statement);
                }
            }
            buffers.push_back(std::move(own));
        }
    }
    return std::any_of(buffers.begin(), buffers.end(), [&](const poly::scoped_buffer &buffer) {
        return poly::splits_iterations(loops, buffer);
    });
}

} // namespace

analysis analyse(function_state &function, const std::vector<buffer *> &arguments,
                 source_place where) {
    if (!function.awaited_parameters.empty()) {
        throw function.awaited_parameters.begin()->second;
    }
    analysis now;
    now.where = where;
    require_iterators_fit(function);
    now.resolved = resolve(function, arguments, where);
    require_indices_fit(function, now.resolved);
    now.statements = scheduled_statements(function);
    require_lasting_bounds(function, now.statements);
    now.accesses = memory_accesses(function.executed(), now.resolved);
    now.resolved.checks = wide_constant_checks(function);
    for (const std::vector<program_check> &checks :
         {scheduled_range_checks(function, now.statements),
          storage_checks(function, now.resolved.arguments, now.accesses)}) {
        now.resolved.checks.insert(now.resolved.checks.end(), checks.begin(), checks.end());
    }
    now.schedule = timestamps_of(now.statements);
    now.reference = reference_of(function, now);
    now.dependences = dependences_of(function, now.accesses, now.reference);
    return now;
}

poly::ast loops_of(const function_state &function, const analysis &now) {
    require_bounded_domains(function, now);
    require_known_bounds(function, now.statements);
    poly::ast loops = annotated_loops(function, now);
    if (splits_iterations(loops, now)) {
        const poly::whole_loop_iterations whole(function.ctx);
        loops = annotated_loops(function, now);
    }
    return loops;
}

} // namespace tiramisu::core
