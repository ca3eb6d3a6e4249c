#include "core/commands/named_loops.h"

#include <algorithm>

#include "core/commands/schedule_view.h"

namespace tiramisu::core {

namespace {

/// All definitions inside the loop at `level` around one of them; none if that is not executed.
std::vector<std::string> names_around(const std::vector<poly::shared_loop> &loops,
                                      const std::string &id, int level) {
    std::vector<std::string> names;
    for (const poly::shared_loop &loop : loops) {
        const bool is_around =
            loop.level == level && std::any_of(loop.statements.begin(), loop.statements.end(),
                                               [&](const auto *one) { return one->name == id; });
        for (const poly::scheduled_statement *statement : loop.statements) {
            if (is_around) {
                names.push_back(statement->name);
            }
        }
    }
    return names;
}

} // namespace

computation_state &scheduled_part(const function_state &function, const computation *of,
                                  const std::string &call, source_place where) {
    const std::string who = "function \"" + function.name + "\"";
    if (of == nullptr) {
        throw user_error(who, call, "one of the computations is null", where);
    }
    computation_state &part = *of->part();
    if (part.owner != &function) {
        throw user_error(who, call,
                         "\"" + part.name + "\" is a computation of function \"" +
                             part.owner->name + "\"",
                         where);
    }
    if (part.is_input()) {
        throw user_error(subject(part), call,
                         "has no expression, so it is not executed and has no loops", where);
    }
    return part;
}

std::vector<const computation_state *>
scheduled_parts(const function_state &function, const std::vector<computation *> &computations,
                const std::string &call, source_place where) {
    if (computations.empty()) {
        throw user_error("function \"" + function.name + "\"", call,
                         "the list of computations is empty; name at least one", where);
    }
    std::vector<const computation_state *> parts;
    for (const computation *one : computations) {
        parts.push_back(&scheduled_part(function, one, call, where));
    }
    return parts;
}

bool share_loop(const function_state &function, const computation_state &a,
                const computation_state &b, int level) {
    const std::vector<poly::scheduled_statement> schedule = scheduled_statements(function);
    const std::vector<poly::shared_loop> loops = poly::shared_loops(schedule);
    const std::vector<std::string> inside = names_around(loops, a.id, level);
    return std::find(inside.begin(), inside.end(), b.id) != inside.end();
}

void require_all_named(const std::vector<const computation_state *> &named,
                       const std::vector<poly::scheduled_statement> &schedule, int outer,
                       const command &question) {
    const std::vector<poly::shared_loop> loops = poly::shared_loops(schedule);
    const computation_state &first = *named.front();
    const auto is_named = [&](const std::string &id) {
        return std::any_of(named.begin(), named.end(), [&](const auto *n) { return n->id == id; });
    };
    const std::vector<std::string> in_outer = names_around(loops, first.id, outer);
    const std::vector<std::string> in_inner = names_around(loops, first.id, outer + 1);
    const auto is_in = [](const std::vector<std::string> &names, const std::string &id) {
        return std::find(names.begin(), names.end(), id) != names.end();
    };
    const auto loop_name = [&](int level) {
        return "loop \"" + first.nest.loops[static_cast<std::size_t>(level)].name + "\"";
    };
    if (in_outer.empty()) {
        refuse(first, question,
               "runs in no loop as it is scheduled now: it is computed where it is read; ask for "
               "the computation that reads it");
    }
    for (const std::string &id : in_outer) {
        if (!is_named(id)) {
            refuse(first, question,
                   "shares " + loop_name(outer) + " with \"" + id +
                       "\", which would have to be skewed alike; name it as well");
        }
        if (!is_in(in_inner, id)) {
            refuse(first, question,
                   "shares " + loop_name(outer) + " with \"" + id + "\", but not " +
                       loop_name(outer + 1) +
                       "; two loops are skewed together only if all that "
                       "is in the outer one is in the inner one");
        }
    }
    for (const computation_state *one : named) {
        if (!is_in(in_outer, one->id)) {
            refuse(first, question,
                   "does not share " + loop_name(outer) + " with \"" + one->name +
                       "\"; ask for each apart");
        }
    }
}

void refuse(const computation_state &about, const command &question, const std::string &problem) {
    throw user_error(subject(about), call_text(question), problem, question.where);
}

} // namespace tiramisu::core
