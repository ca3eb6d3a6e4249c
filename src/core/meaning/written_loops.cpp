#include "core/meaning/written_loops.h"

#include <algorithm>

#include "core/commands/order_commands.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

namespace {

/// The loop that is reversed; null for other commands.
const loop_reference *reversed_loop(const command &given) {
    return given.name == "loop_reversal" ? std::get_if<loop_reference>(&given.arguments.front())
                                         : nullptr;
}

/// Whether an ordering command lets the definition share a loop.
bool shares_loop_by(const command &given, const computation_state &definition) {
    bool names_it = given.computation == definition.id, shares = false;
    for (const command_argument &argument : given.arguments) {
        const auto *other = std::get_if<computation_reference>(&argument);
        const auto *level = std::get_if<loop_reference>(&argument);
        names_it = names_it || (other != nullptr && other->id == definition.id);
        shares = shares || (level != nullptr && !is_root(*level));
    }
    return has_trait(given, orders_computations) && names_it && shares;
}

} // namespace

isl::map loops_as_written(const computation_state &definition, const isl::set &domain,
                          reversals which) {
    isl::map loops = poly::identity_loops(domain);
    std::vector<std::string> names = names_of(definition.iterators);
    for (const command &given : definition.nest.history) {
        const loop_reference *loop = reversed_loop(given);
        if (loop == nullptr || (!loop->name.empty() && which == reversals::by_number)) {
            break;
        }
        const auto named = std::find(names.begin(), names.end(), loop->name);
        const int level =
            loop->name.empty() ? loop->level : static_cast<int>(named - names.begin());
        loops = poly::reverse(loops, level);
        if (!loop->name.empty()) {
            *named = std::get<new_loop>(given.arguments[1]).name;
        }
    }
    return loops;
}

bool is_reversed_before_order(const computation_state &definition) {
    for (const command &given : definition.owner->commands) {
        const loop_reference *loop = reversed_loop(given);
        if (loop != nullptr && !loop->name.empty() && given.computation == definition.id) {
            return true;
        }
        if (shares_loop_by(given, definition)) {
            return false;
        }
    }
    return false;
}

} // namespace tiramisu::core
