#include "core/give_command.h"

#include "core/notes.h"
#include "core/schedule_transaction.h"
#include "core/state.h"

namespace tiramisu::core {

void give(const computation &to, const char *verb, const std::vector<command_argument> &arguments,
          source_place where) {
    const std::vector<computation_state *> targets = to.parts();
    std::optional<schedule_transaction> all_or_none;
    if (targets.size() > 1) {
        all_or_none.emplace(*targets.front()->owner);
    }
    if (targets.empty()) {
        computation_state &whole = *to.part();
        note(*whole.owner, subject(whole), {whole.id, verb, arguments, where},
             "is given for what vectorize or unroll leaves over, which goes where the rest goes");
    }
    for (computation_state *target : targets) {
        apply(*target->owner, {target->id, verb, arguments, where});
    }
    if (all_or_none) {
        all_or_none->keep();
    }
}

} // namespace tiramisu::core
