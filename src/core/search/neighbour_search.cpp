#include "core/search/neighbour_search.h"

#include <algorithm>

#include "core/commands/neighbour_commands.h"
#include "core/program/command_kind.h"
#include "polyhedral/fusion_shifts.h"

namespace tiramisu::core {

using poly::loop_kind;

namespace {

/// "u.tile(t, x, 32, 32)"
std::string call_on(const command &what) {
    return what.computation + "." + call_text(what);
}

/// One loop plus a multiple of the other, and not an exchange or a reversal.
bool is_plain_skew(const loop_skew &by) {
    return by.a == 1 && by.d == 1 && (by.b == 0) != (by.c == 0);
}

} // namespace

bool neighbour_search::mend_order(const poly::witness &broken) {
    const poly::dependence &dep = now_.dependences[broken.dependence];
    const std::vector<std::size_t> suspects = commands_.that_order({dep.source, dep.sink});
    const auto is_mended_alike = [&](std::size_t at) { return alike(at); };
    return shift(dep) || std::any_of(suspects.begin(), suspects.end(), is_mended_alike) ||
           (!suspects.empty() && vary(suspects.front())) || leave_out(suspects) || stop_early();
}

bool neighbour_search::mend_loop(const poly::shared_loop &loop, loop_kind kind) {
    std::vector<std::string> inside;
    for (const poly::scheduled_statement *statement : loop.statements) {
        inside.push_back(statement->name);
    }
    const std::vector<std::size_t> tags = commands_.that_tag(inside, kind);
    const std::vector<std::size_t> orders = commands_.that_order(inside);
    const auto any = [](const std::vector<std::size_t> &places, auto &&tried) {
        return std::any_of(places.begin(), places.end(), tried);
    };
    return any(tags, [&](std::size_t at) { return choose_loop(at, kind); }) ||
           any(orders, [&](std::size_t at) { return widen(at); }) ||
           any(tags, [&](std::size_t at) { return skew_for(at, kind); }) || leave_out(tags) ||
           stop_early();
}

bool neighbour_search::accept(const std::vector<command> &commands, const std::string &text) {
    return accept(commands, text, trial_);
}

bool neighbour_search::accept(const std::vector<command> &commands, const std::string &text,
                              schedule_trial &trial) {
    if (!trial.keeps_meaning(commands)) {
        return false;
    }
    found_ = legal_neighbour{text, {commands}};
    return true;
}

bool neighbour_search::vary(std::size_t at) {
    return widen(at) || skew_before(at) || reorder(at);
}

bool neighbour_search::shift(const poly::dependence &dep) {
    if (dep.source == dep.sink || !now_.windows.empty()) {
        return false;
    }
    const auto sink =
        std::find_if(now_.statements.begin(), now_.statements.end(),
                     [&](const auto &statement) { return statement.name == dep.sink; });
    std::vector<bool> may_shift;
    for (const loop_kind kind : sink->kinds) {
        may_shift.push_back(kind != loop_kind::vectorized);
    }
    const auto amounts = poly::correcting_shifts(now_.dependences, now_.statements, dep.sink,
                                                 may_shift, function_.strict_reductions);
    std::vector<command> commands = commands_.all();
    std::string calls;
    for (std::size_t level = 0; amounts && level < amounts->size(); ++level) {
        if ((*amounts)[level] != 0) {
            const auto amount = static_cast<int>((*amounts)[level]);
            commands.push_back(
                {dep.sink, "shift", {named_loop(sink->loop_names[level]), amount}, {}});
            calls += "." + call_text(commands.back());
        }
    }
    return !calls.empty() && accept(commands, dep.sink + calls + " would make it legal");
}

bool neighbour_search::widen(std::size_t at) {
    const command &given = commands_[at];
    for (const level_argument &level : level_arguments(given)) {
        const std::vector<scheduled_loop> loops =
            trial_.loops_after(commands_.before(at), level.owner);
        for (const command &wider : at_outer_levels(given, level, loops)) {
            if (accept(commands_.with(at, {wider}), call_on(wider) + " would be legal")) {
                return true;
            }
        }
    }
    return false;
}

bool neighbour_search::alike(std::size_t at) {
    const command &given = commands_[at];
    if (!has_trait(given, is_same_for_all)) {
        return false;
    }
    std::vector<command> all = {given};
    std::string calls;
    for (const std::string &id : sharing_outermost(given.computation)) {
        all.push_back(given);
        all.back().computation = id;
        calls += (calls.empty() ? "" : "; ") + call_on(all.back());
    }
    return !calls.empty() &&
           accept(commands_.with(at, all), calls + " as well would make it legal");
}

std::vector<std::string> neighbour_search::sharing_outermost(const std::string &id) const {
    std::vector<std::string> others;
    for (const poly::shared_loop &loop : poly::shared_loops(now_.statements)) {
        const bool is_inside =
            std::any_of(loop.statements.begin(), loop.statements.end(),
                        [&](const auto *statement) { return statement->name == id; });
        for (const poly::scheduled_statement *statement : loop.statements) {
            if (loop.level == 0 && is_inside && statement->name != id) {
                others.push_back(statement->name);
            }
        }
    }
    return others;
}

bool neighbour_search::skew_before(std::size_t at) {
    const command &given = commands_[at];
    if (!has_trait(given, exchanges_loops)) {
        return false;
    }
    const std::vector<scheduled_loop> loops =
        trial_.loops_after(commands_.before(at), given.computation);
    for (const int outer : neighbouring_levels(given, loops)) {
        for (const loop_skew &by :
             trial_.skews_after(commands_.before(at), given.computation, outer).tilable) {
            if (!is_plain_skew(by)) {
                continue;
            }
            if (accept_skewed(at, skewed(given, loops, outer, by))) {
                return true;
            }
            break; // the simplest is enough to try
        }
    }
    return false;
}

bool neighbour_search::accept_skewed(std::size_t at, const std::vector<command> &commands) {
    std::string calls;
    for (const command &next : commands) {
        calls += (calls.empty() ? "" : "; ") + call_on(next);
    }
    return accept(commands_.with(at, commands), calls + " would be legal");
}

bool neighbour_search::reorder(std::size_t at) {
    const command &given = commands_[at];
    if (!has_trait(given, permutes_loops)) {
        return false;
    }
    std::vector<command> upto = commands_.before(at);
    const std::vector<scheduled_loop> loops = trial_.loops_after(upto, given.computation);
    upto.push_back(given);
    const std::vector<scheduled_loop> wanted = trial_.loops_after(upto, given.computation);
    for (const command &other : other_orders(given, loops, wanted)) {
        if (accept(commands_.with(at, {other}), call_on(other) + " would be legal")) {
            return true;
        }
    }
    return false;
}

bool neighbour_search::choose_loop(std::size_t at, loop_kind kind) {
    const command &given = commands_[at];
    legal_neighbour choices;
    for (const scheduled_loop &loop : trial_.loops_after(commands_.before(at), given.computation)) {
        const command other = on_loop(given, loop.name);
        if (loop.kind != loop_kind::serial || call_text(other) == call_text(given)) {
            continue;
        }
        const std::vector<command> commands = commands_.with(at, {other});
        if (trial_.keeps_meaning(commands)) {
            choices.text += (choices.text.empty() ? "" : ", ") + loop.name;
            choices.schedules.push_back(commands);
        }
    }
    if (choices.schedules.empty()) {
        return false;
    }
    choices.text = loops_that_may_text(kind) + choices.text;
    found_ = choices;
    return true;
}

bool neighbour_search::skew_for(std::size_t at, loop_kind kind) {
    const command &given = commands_[at];
    const std::vector<scheduled_loop> loops =
        trial_.loops_after(commands_.before(at), given.computation);
    for (const int outer : neighbouring_levels(given, loops)) {
        const skew_choices choices =
            trial_.skews_after(commands_.before(at), given.computation, outer);
        const int tagged = tagged_level(given, loops);
        const std::vector<loop_skew> &fitting = tagged == outer && poly::runs_on_threads(kind)
                                                    ? choices.outer_parallel
                                                    : choices.inner_parallel;
        for (std::size_t i = 0; i < std::min<std::size_t>(fitting.size(), 2); ++i) {
            const int level = &fitting == &choices.outer_parallel ? outer : outer + 1;
            std::vector<command> commands = skewed(given, loops, outer, fitting[i]);
            commands.back() =
                on_loop(given, skewed_name(loops[static_cast<std::size_t>(level)].name));
            if (accept_skewed(at, commands)) {
                return true;
            }
        }
    }
    return false;
}

bool neighbour_search::stop_early() {
    for (std::size_t count = commands_.size(); count-- > 0;) {
        const std::string text =
            count == 0 ? "the program without schedule commands is legal"
                       : "the schedule is legal up to " + call_on(commands_[count - 1]);
        if (accept(commands_.before(count), text, last_resort_)) {
            return true;
        }
    }
    return false;
}

bool neighbour_search::leave_out(const std::vector<std::size_t> &places) {
    return std::any_of(places.begin(), places.end(), [&](std::size_t at) {
        return accept(commands_.with(at, {}),
                      "without " + call_on(commands_[at]) + " the schedule is legal");
    });
}

} // namespace tiramisu::core
