#include "core/meaning/scheduled_registers.h"

#include <algorithm>

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

bool fills_registers(const scheduled_statement &statement) {
    return is_on_gpu(statement) ||
           (has_kind(statement, loop_kind::vectorized) && has_kind(statement, loop_kind::unrolled));
}

} // namespace

bool schedules_registers(const function_state &function, const analysis &now) {
    const bool is_complete = function.has_complete_schedule || places_values(function, now);
    return std::any_of(now.statements.begin(), now.statements.end(),
                       is_complete ? asks_for_registers : fills_registers);
}

bool places_values(const function_state &function, const analysis &now) {
    return !now.windows.empty() || !function.stagings.empty() ||
           std::any_of(function.buffers.begin(), function.buffers.end(),
                       [](const auto &buffer) { return buffer->allocated_at.has_value(); }) ||
           std::any_of(function.commands.begin(), function.commands.end(),
                       [](const command &given) { return given.name == "store_at"; });
}

} // namespace tiramisu::core
