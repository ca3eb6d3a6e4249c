#include "core/analysis.h"

#include "core/loop_tags.h"
#include "core/memory_accesses.h"
#include "core/reference_order.h"
#include "core/resolve.h"
#include "core/schedule_view.h"
#include "core/storage_bounds.h"

namespace tiramisu::core {

analysis analyse(function_state &function, const std::vector<buffer *> &arguments,
                 source_place where) {
    analysis now;
    now.resolved = resolve(function, arguments, where);
    now.statements = scheduled_statements(function);
    now.accesses = memory_accesses(function, now.resolved);
    now.resolved.checks = storage_checks(function, now.accesses);
    now.schedule = timestamps_of(now.statements);
    now.reference = function.fixed_reference
                        ? *function.fixed_reference
                        : reference_order(function, now.accesses, now.statements);
    now.dependences = poly::dependences(now.accesses, now.reference);
    return now;
}

poly::ast loops_of(const function_state &function, const analysis &now) {
    poly::ast loops = poly::generate_ast(now.statements, function.context);
    annotate_loops(now, loops);
    return loops;
}

} // namespace tiramisu::core
