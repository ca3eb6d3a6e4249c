#include "core/commands/schedule_view.h"

#include <algorithm>

#include "core/program/memory_accesses.h"
#include "core/program/run_time_bounds.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

poly::scheduled_statement scheduled(const computation_state &definition,
                                    std::vector<int> position) {
    poly::scheduled_statement statement;
    statement.name = definition.id;
    statement.domain = executed_domain(definition);
    statement.loops = definition.nest.map;
    statement.position = std::move(position);
    for (const scheduled_loop &loop : definition.nest.loops) {
        statement.loop_names.push_back(loop.name);
        statement.kinds.push_back(loop.kind);
        statement.cuts.push_back(loop.cut);
        statement.masked_lanes.push_back(loop.masked_lanes);
    }
    statement.bounds = scheduled_bounds(definition);
    return statement;
}

std::vector<poly::scheduled_statement> scheduled_statements(const function_state &function,
                                                            order_view view) {
    const std::vector<const computation_state *> definitions = function.executed();
    std::vector<poly::ordered_statement> to_order;
    for (const computation_state *definition : definitions) {
        to_order.push_back({definition->id, static_cast<int>(definition->nest.loops.size())});
    }
    const std::vector<std::vector<int>> positions =
        poly::positions(to_order, order_of_statements(function, view));
    std::vector<poly::scheduled_statement> statements;
    for (std::size_t i = 0; i < definitions.size(); ++i) {
        statements.push_back(scheduled(*definitions[i], positions[i]));
    }
    share_equal_bounds(definitions, statements);
    return statements;
}

poly::timestamps timestamps_of(const std::vector<poly::scheduled_statement> &statements) {
    int loops = 0;
    for (const poly::scheduled_statement &statement : statements) {
        loops = std::max(loops, statement.depth());
    }
    poly::timestamps times;
    for (const poly::scheduled_statement &statement : statements) {
        times[statement.name] =
            poly::timestamp(statement.loops.substituted().intersect_domain(statement.domain),
                            statement.position, poly::timestamp_length(loops));
    }
    return times;
}

} // namespace tiramisu::core
