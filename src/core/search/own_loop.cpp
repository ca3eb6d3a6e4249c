#include "core/search/own_loop.h"

#include <algorithm>
#include <iterator>

#include "core/commands/schedule_view.h"
#include "core/search/statement_loops.h"
#include "polyhedral/legality.h"

namespace tiramisu::core {

namespace {

using poly::scheduled_statement;

constexpr int room = 2; ///< between places

/// Whether all instances that depend on one another across the statement's border keep their order.
bool keeps_order_of_others(const analysis &now, const scheduled_statement &moved) {
    std::vector<poly::dependence> across;
    std::copy_if(now.dependences.begin(), now.dependences.end(), std::back_inserter(across),
                 [&](const poly::dependence &dep) {
                     return (dep.source == moved.name) != (dep.sink == moved.name);
                 });
    std::vector<scheduled_statement> statements = now.statements;
    for (scheduled_statement &one : statements) {
        if (one.name == moved.name) {
            one = moved;
        }
    }
    return !poly::find_broken(across, now.accesses, timestamps_of(statements), true);
}

} // namespace

void spread_positions(analysis &now) {
    for (scheduled_statement &statement : now.statements) {
        for (int &position : statement.position) {
            position *= room;
        }
    }
}

std::optional<scheduled_statement> own_loop(const analysis &now,
                                            const scheduled_statement &statement, int level) {
    const auto at = static_cast<std::size_t>(level);
    const auto stays_behind = [&](const scheduled_statement &other) {
        if (other.name == statement.name || poly::shared_levels(other, statement) <= level) {
            return true;
        }
        return is_plain(other, level) && other.bounds.empty() &&
               other.position[at + 1] < statement.position[at + 1];
    };
    if (!is_plain(statement, level) || !statement.bounds.empty() ||
        !std::all_of(now.statements.begin(), now.statements.end(), stays_behind)) {
        return std::nullopt;
    }
    scheduled_statement moved = statement;
    moved.position[at] += room / 2;
    return keeps_order_of_others(now, moved) ? std::optional(moved) : std::nullopt;
}

} // namespace tiramisu::core
