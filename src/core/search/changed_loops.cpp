#include "core/search/changed_loops.h"

#include <algorithm>

#include "core/commands/schedule_view.h"
#include "core/meaning/scheduled_range.h"
#include "core/meaning/scheduled_registers.h"
#include "core/search/own_loops.h"
#include "polyhedral/work_limit.h"
#include "tiramisu/error.h"

namespace tiramisu::core {

using poly::scheduled_statement;

namespace {

/// In operations of isl, for one statement: thousands of times what a product of matrices takes.
constexpr unsigned long work_for_one = 200000;

bool writes(const analysis &now, const std::string &statement) {
    return std::any_of(now.accesses.begin(), now.accesses.end(), [&](const auto &access) {
        return access.statement == statement && access.is_write();
    });
}

/// What `visit` makes of each statement, of which it gets the number.
template <typename Visit>
analysis with_each(const function_state &function, analysis now, const Visit &visit) {
    if (schedules_registers(function, now) || places_values(function, now)) {
        return now;
    }
    for (std::size_t at = 0; at < now.statements.size(); ++at) {
        const poly::work_limit limit(function.context.ctx(), work_for_one);
        try {
            visit(now, at);
        } catch (const isl::exception &) { // it stays as it is
        }
    }
    now.schedule = timestamps_of(now.statements);
    return now;
}

} // namespace

analysis with_changed_loops(const function_state &function, analysis now,
                            const change_of_loops &change) {
    return with_each(function, std::move(now), [&](analysis &all, std::size_t at) {
        scheduled_statement &statement = all.statements[at];
        if (writes(all, statement.name)) {
            change(all, statement, first_own_loop(all, statement));
        }
    });
}

analysis with_changed_statements(const function_state &function, analysis now,
                                 const change_of_statements &change) {
    return with_each(function, std::move(now), [&](analysis &all, std::size_t at) {
        if (auto changed = change(all, all.statements[at])) {
            all.statements = std::move(*changed);
        }
    });
}

bool counts_as_far(const function_state &function, const scheduled_statement &scheduled,
                   const scheduled_statement &changed) {
    try {
        return scheduled_range_checks(function, {changed}).size() <=
               scheduled_range_checks(function, {scheduled}).size();
    } catch (const unsupported_error &) {
        return false;
    }
}

} // namespace tiramisu::core
