#include "support/library_view.h"

#include "core/meaning/analysis.h"

namespace tiramisu::oracle {

library_view look_into(function &made, const std::vector<buffer *> &arguments) {
    const core::analysis now = core::analyse(*made.state(), arguments, {});
    library_view view;
    view.program = now.resolved;
    view.reference = now.meant->reference;
    view.schedule.times = now.schedule;
    for (const poly::scheduled_statement &statement : now.statements) {
        view.domains[statement.name] = statement.domain;
        view.schedule.loops[statement.name] = statement.kinds;
        view.schedule.positions[statement.name] = statement.position;
        for (const poly::run_time_bound &bound : statement.bounds) {
            view.bound_parameters[statement.name].push_back(bound.parameter);
        }
    }
    for (const core::program_buffer &temporary : now.resolved.temporaries) {
        view.temporaries.push_back(temporary.name);
    }
    return view;
}

} // namespace tiramisu::oracle
