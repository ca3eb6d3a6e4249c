#include "core/commands/loop_commands.h"

#include <algorithm>

#include "core/commands/loop_extent.h"
#include "core/commands/nest_transformer.h"
#include "core/program/command_kind.h"
#include "core/program/definition.h"
#include "core/program/notes.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

std::string loop_list(const computation_state &computation) {
    if (computation.nest.loops.empty()) {
        return "it has no loops";
    }
    std::string names;
    for (const scheduled_loop &loop : computation.nest.loops) {
        names += (names.empty() ? "\"" : ", \"") + loop.name + "\"";
    }
    return "its loops are " + names;
}

// Windows are indexed by the loops around them.
void require_fixed_loops(const computation_state &computation, const loop_nest &changed,
                         const command &what) {
    for (int level = 0; level < computation.fixed_loops; ++level) {
        const auto at = static_cast<std::size_t>(level);
        const bool same_name =
            at < changed.loops.size() && changed.loops[at].name == computation.nest.loops[at].name;
        if (!same_name ||
            !poly::keep_range(changed.map.substituted(), level, 1)
                 .is_equal(poly::keep_range(computation.nest.map.substituted(), level, 1))) {
            throw user_error(subject(computation), call_text(what),
                             "would change loop \"" + computation.nest.loops[at].name +
                                 "\", inside which values are staged; give the command before "
                                 "cache_read, cache_write or compute_at",
                             what.where);
        }
    }
}

/// Older programs tag levels by number that depend on their sizes, and that there may not be.
bool tags_missing_level(computation_state &computation, const command &what) {
    const auto *loop = has_trait(what, takes_missing_level)
                           ? std::get_if<loop_reference>(&what.arguments.front())
                           : nullptr;
    if (loop == nullptr || !loop->name.empty() || loop->level < 0 ||
        loop->level < static_cast<int>(computation.nest.loops.size())) {
        return false;
    }
    note(*computation.owner, subject(computation), what,
         "there is no such level, so nothing is tagged; " + loop_list(computation) +
             ", at levels from 0");
    return true;
}

/// Unrolling changes no result, so that older programs ask for it where it cannot be done.
bool tags_unknown_extent(computation_state &computation, const command &what) {
    if (!has_trait(what, takes_unknown_extent) || what.arguments.size() != 1) {
        return false;
    }
    const int level =
        loop_level(computation, std::get<loop_reference>(what.arguments.front()), what);
    if (has_known_extent(computation.nest.map.substituted(), computation.domain, level)) {
        return false;
    }
    note(*computation.owner, subject(computation), what,
         "the number of iterations is not known while compiling, so the loop is not unrolled; "
         "split it by the number to unroll");
    return true;
}

/// `computation` is whose loops the command names: the one that it was given to, or a consumer.
[[noreturn]] void refuse_loop(const computation_state &computation, const command &what,
                              const std::string &loop, const std::string &levels) {
    const computation_state *given_to = computation.owner->find_definition(what.computation);
    const bool is_others = given_to != nullptr && given_to != &computation;
    throw user_error(subject(is_others ? *given_to : computation), call_text(what),
                     "there is no loop " + loop +
                         (is_others ? " around \"" + computation.id + "\"" : "") + "; " +
                         loop_list(computation) + levels,
                     what.where);
}

} // namespace

int loop_level(const computation_state &computation, const loop_reference &loop,
               const command &what) {
    const std::vector<scheduled_loop> &loops = computation.nest.loops;
    if (loop.name.empty()) {
        if (loop.level >= 0 && loop.level < static_cast<int>(loops.size())) {
            return loop.level;
        }
        refuse_loop(computation, what, "at level " + std::to_string(loop.level),
                    ", at levels from 0");
    }
    // Inside a consumer, a computation's own loops hide those around the window.
    const auto found = std::find_if(loops.rbegin(), loops.rend(), [&](const scheduled_loop &one) {
        return one.name == loop.name;
    });
    if (found != loops.rend()) {
        return static_cast<int>(loops.rend() - found) - 1;
    }
    refuse_loop(computation, what, "\"" + loop.name + "\"", "");
}

void apply_loop_command(computation_state &computation, const command &what) {
    if (computation.is_input() && !computation.is_place_with_loops()) {
        throw user_error(subject(computation), call_text(what),
                         "has no expression, so it is not executed and has no loops to schedule",
                         what.where);
    }
    if (computation.is_inlined) {
        throw user_error(subject(computation), call_text(what),
                         "is computed inline, where it is read, and has no loops of its own",
                         what.where);
    }
    if (tags_missing_level(computation, what) || tags_unknown_extent(computation, what)) {
        return;
    }
    nest_transformer work(computation, what);
    find_command_kind(what.name)->change_loops(work);
    work.require_unique_names();
    loop_nest changed = std::move(work).result();
    if (changed.loops.size() > most_loops) {
        throw user_error(subject(computation), call_text(what),
                         "would make " + std::to_string(changed.loops.size()) + " loops, at most " +
                             std::to_string(most_loops) + " are possible; split fewer of them",
                         what.where);
    }
    require_fixed_loops(computation, changed, what);
    changed.history.push_back(what);
    computation.nest = std::move(changed);
}

} // namespace tiramisu::core
