#include "core/program/costly_commands.h"

#include <algorithm>
#include <variant>

#include "core/program/command_kind.h"
#include "core/program/notes.h"

namespace tiramisu::core {

namespace {

/// Loops that a command makes of "i" without being given names are "i_outer", "i_vec" and so on.
bool names(const command &given, const std::string &loop) {
    return std::any_of(given.arguments.begin(), given.arguments.end(), [&](const auto &argument) {
        if (const auto *made = std::get_if<new_loop>(&argument)) {
            return made->name == loop;
        }
        const auto *used = std::get_if<loop_reference>(&argument);
        return used != nullptr && !used->name.empty() &&
               (loop == used->name || loop.rfind(used->name + "_", 0) == 0);
    });
}

} // namespace

const command *last_command_on(const computation_state &definition, command_trait any,
                               const std::string &loop) {
    const auto &history = definition.nest.history;
    const auto found = std::find_if(history.rbegin(), history.rend(), [&](const command &given) {
        return has_trait(given, any) && names(given, loop);
    });
    return found == history.rend() ? last_command(definition, any) : &*found;
}

const command *last_command(const computation_state &definition, command_trait any) {
    const auto &history = definition.nest.history;
    const auto found = std::find_if(history.rbegin(), history.rend(),
                                    [&](const command &given) { return has_trait(given, any); });
    return found == history.rend() ? nullptr : &*found;
}

given_command costliest_command(const function_state &function) {
    for (const command_trait cost : {joins_loops, asks_for_widths, splits_or_mixes_loops}) {
        given_command found;
        for (const computation_state *definition : function.executed()) {
            const command *given = last_command(*definition, cost);
            const bool has_more =
                found.definition == nullptr ||
                found.definition->nest.loops.size() < definition->nest.loops.size();
            if (given != nullptr && has_more) {
                found = {definition, given};
            }
        }
        if (found.given != nullptr) {
            return found;
        }
    }
    return {};
}

void note_simpler_loops(function_state &function, const poly::ast &loops) {
    if (loops.form == poly::loop_form::separated) {
        return;
    }
    const given_command costly = costliest_command(function);
    const bool is_guarded = loops.form == poly::loop_form::guarded;
    const std::string text =
        std::string("loops of which each case has code of its own would take too long to make: one "
                    "nest runs all, in vectors and unrolled where a check finds them complete "
                    "while it runs, and one by one elsewhere; ") +
        (is_guarded ? "exact bounds take too long as well: each iteration asks whether it runs; "
                    : "") +
        "factors that divide the sizes, fewer tiled loops, or vectorize(..., tail::masked) need "
        "fewer cases";
    if (costly.given == nullptr) {
        note(function, "function \"" + function.name + "\"", "", text, {});
    } else {
        note(function, subject(*costly.definition), call_text(*costly.given), text,
             costly.given->where);
    }
}

} // namespace tiramisu::core
