#include "core/commands/kept_values.h"

#include <algorithm>

#include "core/commands/order_commands.h"
#include "core/program/command_kind.h"
#include "core/program/notes.h"
#include "core/program/staging.h"

namespace tiramisu::core {

void check_store_at(computation_state &source, const command &what) {
    const auto refuse = [&](const std::string &problem) {
        throw user_error(subject(source), call_text(what), problem, what.where);
    };
    computation_state &consumer = other_computation(source, what, 0);
    if (source.is_input()) {
        refuse("is an input: its memory is the caller's; copy it by cache_read()");
    }
    if (consumer.is_input()) {
        refuse("\"" + consumer.id + "\" has no expression, so it is not executed and has no loops");
    }
    level_of(consumer, what, 1); // throws where there is no such loop
    if (is_computed_inside(source, consumer)) {
        note(*source.owner, subject(source), what,
             "is computed inside \"" + consumer.id +
                 "\" already, where it is stored; give store_at before compute_at to keep values "
                 "for later iterations");
    }
}

const command *last_store_at(const computation_state &source, const computation_state &consumer) {
    const auto &commands = source.owner->commands;
    const auto found = std::find_if(commands.rbegin(), commands.rend(), [&](const command &given) {
        return has_trait(given, keeps_values) && given.computation == source.id &&
               std::get<computation_reference>(given.arguments[0]).id == consumer.id;
    });
    return found == commands.rend() ? nullptr : &*found;
}

bool is_computed_inside(const computation_state &source, const computation_state &consumer) {
    const auto &stagings = source.owner->stagings;
    return std::any_of(stagings.begin(), stagings.end(), [&](const auto &made) {
        return made->what == staging::kind::computed && made->source == source.base &&
               made->consumer == &consumer;
    });
}

} // namespace tiramisu::core
