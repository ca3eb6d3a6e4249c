#include "core/program/give_command.h"

#include <map>

#include "core/program/function_snapshot.h"
#include "core/program/notes.h"
#include "core/program/state.h"

namespace tiramisu::core {

namespace {

/// Commands name their computation, and another one may have the name of what is gone.
void require_present(const computation_state &target, const command &what) {
    if (target.owner->find_definition(target.id) != &target) {
        throw user_error(subject(target), call_text(what),
                         "is no part of function \"" + target.owner->name +
                             "\" now: set_schedule() has taken back the command that made it; "
                             "give a schedule that has this command",
                         what.where);
    }
}

} // namespace

void give(const computation &to, const char *name, const std::vector<command_argument> &arguments,
          source_place where) {
    const std::vector<computation_state *> targets = to.parts();
    // apply() is all or nothing for one computation. A block has several, perhaps of several
    // functions, which are all undone if one refuses the command.
    std::map<function_state *, function_snapshot> all_or_nothing;
    for (const computation_state *target : targets) {
        if (targets.size() > 1) {
            all_or_nothing.try_emplace(target->owner, *target->owner);
        }
    }
    if (targets.empty()) {
        computation_state &whole = *to.part();
        note(*whole.owner, subject(whole), {whole.id, name, arguments, where},
             "is given for what vectorize or unroll leaves over, which goes where the rest goes");
    }
    for (computation_state *target : targets) {
        const command what = {target->id, name, arguments, where};
        require_present(*target, what);
        apply(*target->owner, what);
    }
    for (auto &[function, commands] : all_or_nothing) {
        commands.keep();
    }
}

std::vector<loop_reference> references(const std::vector<var> &loops) {
    return {loops.begin(), loops.end()};
}

std::vector<new_loop> new_loops(const std::vector<var> &names) {
    return {names.begin(), names.end()};
}

} // namespace tiramisu::core
