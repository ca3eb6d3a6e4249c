#include "core/meaning/analysis.h"

#include <algorithm>

#include "core/commands/schedule_view.h"
#include "core/meaning/gpu_kernels.h"
#include "core/meaning/loop_tags.h"
#include "core/meaning/placed_buffers.h"
#include "core/meaning/scheduled_range.h"
#include "core/meaning/scheduled_registers.h"
#include "core/program/costly_commands.h"
#include "core/program/resolve.h"
#include "core/program/run_time_bounds.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/split_iterations.h"
#include "polyhedral/work_limit.h"

namespace tiramisu::core {

namespace {

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
        if (poly::is_work_limit_reached(function.ctx)) {
            throw; // who set the limit says so
        }
        const given_command costly = costliest_command(function);
        const bool is_known = costly.given != nullptr;
        throw unsupported_error(
            is_known ? subject(*costly.definition) : "function \"" + function.name + "\"",
            is_known ? call_text(*costly.given) : "",
            "isl, which generates the loops, gives up on this schedule" +
                poly::last_error_in_brackets(function.ctx) +
                "; leave this command out, or use smaller factors or fewer commands that mix "
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
    loops.registers_are_scheduled = schedules_registers(function, now);
    annotate_loops(now, loops);
    annotate_kernels(function, now, loops);
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
    now.meant = meaning_of(function, arguments, where);
    now.resolved = now.meant->resolved;
    now.resolved.temporaries = temporaries_of(function, now.resolved.arguments);
    now.accesses = now.meant->accesses;
    now.dependences = now.meant->dependences;
    now.statements = scheduled_statements(function);
    require_lasting_bounds(function, now.statements);
    now.schedule = timestamps_of(now.statements);
    for (const std::vector<program_check> &checks :
         {scheduled_range_checks(function, now.statements), now.meant->storage_checks}) {
        now.resolved.checks.insert(now.resolved.checks.end(), checks.begin(), checks.end());
    }
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
