#include "core/commands/neighbour_commands.h"

#include <algorithm>
#include <numeric>

#include "core/program/command_kind.h"
#include "core/program/staging.h"
#include "tiramisu/computation.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;

int level_named(const loop_reference &loop, const std::vector<scheduled_loop> &loops) {
    if (loop.name.empty()) {
        return loop.level < static_cast<int>(loops.size()) ? loop.level : -1;
    }
    const auto found = std::find_if(loops.begin(), loops.end(), [&](const scheduled_loop &one) {
        return one.name == loop.name;
    });
    return found == loops.end() ? -1 : static_cast<int>(found - loops.begin());
}

bool names(const command &given, const std::string &id) {
    return given.computation == id ||
           std::any_of(given.arguments.begin(), given.arguments.end(),
                       [&](const command_argument &argument) {
                           const auto *other = std::get_if<computation_reference>(&argument);
                           return other != nullptr && other->id == id;
                       });
}

/// All loops that the command names.
std::vector<loop_reference *> loops_of(command &given) {
    std::vector<loop_reference *> named;
    for (command_argument &argument : given.arguments) {
        if (auto *loop = std::get_if<loop_reference>(&argument)) {
            named.push_back(loop);
        } else if (auto *loops = std::get_if<std::vector<loop_reference>>(&argument)) {
            for (loop_reference &one : *loops) {
                named.push_back(&one);
            }
        }
    }
    return named;
}

std::vector<int> levels_named(command given, const std::vector<scheduled_loop> &loops) {
    std::vector<int> levels;
    for (const loop_reference *loop : loops_of(given)) {
        levels.push_back(level_named(*loop, loops));
    }
    std::sort(levels.begin(), levels.end());
    return levels;
}

/// Pairs of loops that stand the other way round in two orders of the same loops.
int inversions(const std::vector<int> &order, const std::vector<int> &wanted) {
    int count = 0;
    for (std::size_t a = 0; a < order.size(); ++a) {
        for (std::size_t b = a + 1; b < order.size(); ++b) {
            const auto place = [&](std::size_t i) {
                return std::find(wanted.begin(), wanted.end(), order[i]);
            };
            count += place(a) > place(b) ? 1 : 0;
        }
    }
    return count;
}

} // namespace

std::vector<std::size_t> commands_on(const function_state &function, const std::string &id) {
    std::vector<std::size_t> places;
    std::size_t stagings = 0;
    for (std::size_t i = 0; i < function.commands.size(); ++i) {
        const command &given = function.commands[i];
        const bool made = has_trait(given, adds_staging) && function.stagings[stagings++]->adds(id);
        if (made || names(given, id)) {
            places.push_back(i);
        }
    }
    return places;
}

loop_reference named_loop(const std::string &name) {
    loop_reference loop(0);
    loop.name = name;
    return loop;
}

std::vector<level_argument> level_arguments(const command &given) {
    std::vector<level_argument> levels;
    if (const command_kind *kind = find_command_kind(given.name)) {
        for (const command_kind::level_place &place : kind->levels) {
            levels.push_back(
                {place.argument,
                 place.owner ? std::get<computation_reference>(given.arguments[*place.owner]).id
                             : given.computation});
        }
    }
    return levels;
}

std::vector<command> at_outer_levels(const command &given, const level_argument &level,
                                     const std::vector<scheduled_loop> &loops) {
    const auto &named = std::get<loop_reference>(given.arguments[level.place]);
    std::vector<command> wider;
    for (int at = level_named(named, loops) - 1; at >= -1; --at) {
        wider.push_back(given);
        wider.back().arguments[level.place] =
            at < 0 ? loop_reference(computation::root)
                   : named_loop(loops[static_cast<std::size_t>(at)].name);
    }
    return wider;
}

std::vector<int> neighbouring_levels(const command &given,
                                     const std::vector<scheduled_loop> &loops) {
    const std::vector<int> named = levels_named(given, loops);
    const int depth = static_cast<int>(loops.size());
    std::vector<int> outer;
    for (int level = 0; !named.empty() && level + 1 < depth; ++level) {
        const bool is_between = named.front() <= level && level < named.back();
        const bool is_beside =
            named.size() == 1 && (level == named.front() || level + 1 == named.front());
        if (is_between || is_beside) {
            outer.push_back(level);
        }
    }
    return outer;
}

int tagged_level(const command &given, const std::vector<scheduled_loop> &loops) {
    return level_named(std::get<loop_reference>(given.arguments[0]), loops);
}

command on_loop(command given, const std::string &loop) {
    given.arguments[0] = named_loop(loop);
    return given;
}

std::string skewed_name(const std::string &loop) {
    return loop + "_skewed";
}

std::vector<command> skewed(const command &given, const std::vector<scheduled_loop> &loops,
                            int outer, const loop_skew &by) {
    const std::string &first = loops[static_cast<std::size_t>(outer)].name;
    const std::string &second = loops[static_cast<std::size_t>(outer) + 1].name;
    const command skew = {given.computation,
                          "skew",
                          {named_loop(first), named_loop(second), by.a, by.b, by.c, by.d,
                           new_loop(skewed_name(first)), new_loop(skewed_name(second))},
                          given.where};
    command then = given;
    for (loop_reference *loop : loops_of(then)) {
        const int level = level_named(*loop, loops);
        if (level == outer || level == outer + 1) {
            *loop = named_loop(skewed_name(loops[static_cast<std::size_t>(level)].name));
        }
    }
    return {skew, then};
}

std::vector<command> other_orders(const command &given, const std::vector<scheduled_loop> &loops,
                                  const std::vector<scheduled_loop> &wanted) {
    constexpr std::size_t most_permuted = 4, most_orders = 8;
    if (loops.size() < 3 || loops.size() > most_permuted || wanted.size() != loops.size()) {
        return {};
    }
    std::vector<int> order(loops.size()), asked;
    std::iota(order.begin(), order.end(), 0);
    for (const scheduled_loop &loop : wanted) {
        asked.push_back(level_named(named_loop(loop.name), loops));
    }
    std::vector<std::vector<int>> others;
    while (std::next_permutation(order.begin(), order.end())) { // begins with the order there is
        if (order != asked) {
            others.push_back(order);
        }
    }
    std::stable_sort(others.begin(), others.end(), [&](const auto &a, const auto &b) {
        return inversions(a, asked) < inversions(b, asked);
    });
    others.resize(std::min(others.size(), most_orders));
    std::vector<command> commands;
    for (const std::vector<int> &one : others) {
        std::vector<loop_reference> names;
        for (const int level : one) {
            names.push_back(named_loop(loops[static_cast<std::size_t>(level)].name));
        }
        commands.push_back({given.computation, "reorder", {names}, given.where});
    }
    return commands;
}

std::string loops_that_may_text(loop_kind kind) {
    return poly::runs_on_threads(kind) ? "the loops that may run in parallel: "
                                       : "the loops that may be vectorized: ";
}

} // namespace tiramisu::core
