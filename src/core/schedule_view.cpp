#include "core/schedule_view.h"

#include <algorithm>

#include "core/memory_accesses.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

std::vector<poly::scheduled_statement> scheduled_statements(const function_state &function) {
    std::vector<poly::ordered_statement> to_order;
    std::vector<const computation_state *> definitions;
    for (const auto &definition : function.computations) {
        if (!definition->is_input()) {
            definitions.push_back(definition.get());
            to_order.push_back({definition->id, static_cast<int>(definition->nest.loops.size())});
        }
    }
    const std::vector<std::vector<int>> positions = poly::positions(to_order, function.order);
    std::vector<poly::scheduled_statement> statements;
    for (std::size_t i = 0; i < definitions.size(); ++i) {
        poly::scheduled_statement statement;
        statement.name = definitions[i]->id;
        statement.domain = executed_domain(*definitions[i]);
        statement.loops = definitions[i]->nest.map;
        statement.position = positions[i];
        for (const scheduled_loop &loop : definitions[i]->nest.loops) {
            statement.loop_names.push_back(loop.name);
            statement.kinds.push_back(loop.kind);
        }
        statements.push_back(std::move(statement));
    }
    return statements;
}

poly::timestamps timestamps_of(const std::vector<poly::scheduled_statement> &statements) {
    int loops = 0;
    for (const poly::scheduled_statement &statement : statements) {
        loops = std::max(loops, statement.depth());
    }
    poly::timestamps times;
    for (const poly::scheduled_statement &statement : statements) {
        times[statement.name] = poly::timestamp(statement.loops.intersect_domain(statement.domain),
                                                statement.position, poly::timestamp_length(loops));
    }
    return times;
}

} // namespace tiramisu::core
