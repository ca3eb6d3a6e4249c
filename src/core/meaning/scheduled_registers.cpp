#include "core/meaning/scheduled_registers.h"

#include <algorithm>

#include "core/program/command_kind.h"
#include "polyhedral/index_steps.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;
using poly::scheduled_statement;

bool has_kind(const scheduled_statement &statement, loop_kind kind) {
    return std::find(statement.kinds.begin(), statement.kinds.end(), kind) != statement.kinds.end();
}

bool asks_for_registers(const scheduled_statement &statement) {
    return std::any_of(statement.kinds.begin(), statement.kinds.end(),
                       [](loop_kind kind) { return poly::asks_for_registers(kind); });
}

bool is_on_gpu(const scheduled_statement &statement) {
    return std::any_of(statement.kinds.begin(), statement.kinds.end(),
                       [](loop_kind kind) { return poly::runs_on_gpu(kind); });
}

/// Whether iterations of the loop write elements of their own, as far as that is known.
bool writes_several(const analysis &now, const scheduled_statement &statement, int level) {
    const isl::map instances =
        statement.loops.substituted().intersect_domain(statement.domain).reverse();
    return std::any_of(now.accesses.begin(), now.accesses.end(), [&](const auto &access) {
        if (access.statement != statement.name || !access.is_write()) {
            return false;
        }
        const auto steps = poly::index_steps(instances.apply_range(access.relation));
        return !steps || std::any_of(steps->begin(), steps->end(), [&](const auto &index) {
            return index[static_cast<std::size_t>(level)] != 0;
        });
    });
}

bool fills_registers(const analysis &now, const scheduled_statement &statement) {
    bool has_copies = false;
    for (int level = 0; level < statement.depth() && !has_copies; ++level) {
        has_copies = statement.kinds[static_cast<std::size_t>(level)] == loop_kind::unrolled &&
                     has_kind(statement, loop_kind::vectorized) &&
                     writes_several(now, statement, level);
    }
    return has_copies || is_on_gpu(statement);
}

} // namespace

bool schedules_registers(const function_state &function, const analysis &now) {
    const bool is_complete = function.has_complete_schedule || places_values(function, now);
    return std::any_of(now.statements.begin(), now.statements.end(), [&](const auto &statement) {
        return is_complete ? asks_for_registers(statement) : fills_registers(now, statement);
    });
}

bool places_values(const function_state &function, const analysis &now) {
    return !now.windows.empty() || !function.stagings.empty() ||
           std::any_of(function.buffers.begin(), function.buffers.end(),
                       [](const auto &buffer) { return buffer->allocated_at.has_value(); }) ||
           std::any_of(function.commands.begin(), function.commands.end(),
                       [](const command &given) { return has_trait(given, keeps_values); });
}

} // namespace tiramisu::core
