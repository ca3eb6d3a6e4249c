#include "core/search/changed_loops.h"

#include <algorithm>

#include "core/meaning/scheduled_range.h"
#include "tiramisu/error.h"

namespace tiramisu::core {

using poly::scheduled_statement;

bool writes(const analysis &now, const std::string &statement) {
    return std::any_of(now.accesses.begin(), now.accesses.end(), [&](const auto &access) {
        return access.statement == statement && access.is_write();
    });
}

int first_own_loop(const analysis &now, const scheduled_statement &statement) {
    int first = 0;
    for (const scheduled_statement &other : now.statements) {
        if (&other != &statement) {
            first = std::max(first, poly::shared_levels(statement, other));
        }
    }
    return first;
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
