#include "core/search/sums_apart.h"

#include <optional>

#include "core/search/changed_loops.h"
#include "core/search/loop_chooser.h"
#include "core/search/own_loops.h"
#include "core/search/statement_loops.h"

namespace tiramisu::core {

namespace {

using poly::scheduled_statement;

/// Accesses that are far apart in the innermost loop, in the best order of the loops from `first`.
int far_accesses(const analysis &now, const scheduled_statement &statement, int first,
                 float_sums sums) {
    const scheduled_statement best = loop_chooser(now, statement, sums).best(first);
    return loop_chooser(now, best, sums).far_accesses(best.depth() - 1);
}

std::optional<std::vector<scheduled_statement>>
faster_apart(const analysis &now, const scheduled_statement &statement, float_sums sums) {
    const int own = first_own_loop(now, statement), innermost = statement.depth() - 1;
    if (own == 0 || own > innermost || !is_plain(statement, innermost) ||
        !loop_chooser(now, statement, sums).adds_up(innermost) ||
        !is_long_sum(statement, innermost)) {
        return std::nullopt;
    }
    const int as_it_is = far_accesses(now, statement, own, sums);
    for (int level = 0; as_it_is > 0 && level < own; ++level) {
        auto apart = with_own_loops(now, statement.name, level);
        if (apart && far_accesses(now, named(*apart, statement.name), level, sums) < as_it_is) {
            return apart;
        }
    }
    return std::nullopt;
}

} // namespace

analysis with_sums_apart(const function_state &function, analysis now, float_sums sums) {
    if (function.has_complete_schedule) {
        return now;
    }
    return with_changed_statements(
        function, std::move(now), [&](const auto &all, const auto &statement) {
            return leaves_loops_alone(function, statement) ? faster_apart(all, statement, sums)
                                                           : std::nullopt;
        });
}

} // namespace tiramisu::core
