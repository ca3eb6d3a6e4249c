#include "core/commands/nest_transformer.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

#include "core/commands/loop_commands.h"
#include "core/program/run_time_bounds.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

using poly::loop_kind;

void nest_transformer::refuse(const std::string &problem) const {
    throw user_error(subject(computation_), call_text(what_), problem, what_.where);
}

int nest_transformer::level() {
    return loop_level(computation_, std::get<loop_reference>(argument()), what_);
}

int nest_transformer::factor(int of_level) {
    const int value = number();
    require_factor(of_level, value);
    return value;
}

void nest_transformer::require_factor(int of_level, int value) const {
    if (value < 1) {
        refuse("factor of loop \"" + name(of_level) + "\" is " + std::to_string(value) +
               ", must be at least 1");
    }
}

std::vector<int> nest_transformer::levels(std::size_t single) {
    std::vector<int> found;
    if (!follows<std::vector<loop_reference>>()) {
        std::generate_n(std::back_inserter(found), single, [&] { return level(); });
        return found;
    }
    for (const loop_reference &loop : std::get<std::vector<loop_reference>>(argument())) {
        found.push_back(loop_level(computation_, loop, what_));
    }
    if (found.empty()) {
        refuse("names no loop; give at least one");
    }
    return found;
}

std::vector<int> nest_transformer::factors(const std::vector<int> &of_levels) {
    std::vector<int> found;
    if (follows<std::vector<int>>()) {
        found = std::get<std::vector<int>>(argument());
        require_one_each(found.size(), "sizes", of_levels.size());
    } else {
        std::generate_n(std::back_inserter(found), of_levels.size(), [&] { return number(); });
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        require_factor(of_levels[i], found[i]);
    }
    return found;
}

std::vector<std::string> nest_transformer::names(const std::vector<int> &of_levels,
                                                 const std::string &suffix) {
    std::vector<std::string> found;
    if (follows<std::vector<new_loop>>()) {
        for (const new_loop &given : std::get<std::vector<new_loop>>(argument())) {
            found.push_back(given.name);
        }
        require_one_each(found.size(), "names", of_levels.size());
        return found;
    }
    for (const int level : of_levels) {
        found.push_back(arguments_left() > 0 ? new_name() : name(level) + suffix);
    }
    return found;
}

void nest_transformer::require_one_each(std::size_t given, const char *what,
                                        std::size_t loops) const {
    if (given != loops) {
        refuse("gives " + std::to_string(given) + " " + what + " for " + std::to_string(loops) +
               " loops; give one for each");
    }
}

std::vector<int> nest_transformer::identity_order() const {
    std::vector<int> order(nest_.loops.size());
    std::iota(order.begin(), order.end(), 0);
    return order;
}

void nest_transformer::require_different(std::vector<int> levels) const {
    std::sort(levels.begin(), levels.end());
    const auto twice = std::adjacent_find(levels.begin(), levels.end());
    if (twice != levels.end()) {
        refuse("names loop \"" + name(*twice) + "\" twice; give loops that differ");
    }
}

void nest_transformer::require_consecutive(const std::vector<int> &levels) const {
    require_different(levels);
    for (std::size_t i = 1; i < levels.size(); ++i) {
        if (levels[i] != levels[i - 1] + 1) {
            refuse("loops \"" + name(levels[i - 1]) + "\" and \"" + name(levels[i]) +
                   "\" are at levels " + std::to_string(levels[i - 1]) + " and " +
                   std::to_string(levels[i]) +
                   "; each has to be directly inside the one before it: interchange first");
        }
    }
}

void nest_transformer::require_serial(int level) const {
    if (loop(level).kind == loop_kind::vectorized) {
        refuse("loop \"" + name(level) + "\" is vectorized; give this command before vectorize");
    }
}

void nest_transformer::require_whole(int level) const {
    if (loop(level).cut.is_peeled()) {
        refuse("the ends of loop \"" + name(level) +
               "\" are peeled; give this command before peel");
    }
}

void nest_transformer::require_unique_names() const {
    std::map<std::string, int> count;
    const bool is_staged = computation_.owner->is_staged(computation_);
    const std::size_t first = is_staged ? static_cast<std::size_t>(computation_.fixed_loops) : 0;
    for (std::size_t level = first; level < nest_.loops.size(); ++level) {
        const scheduled_loop &one = nest_.loops[level];
        if (++count[one.name] > 1) {
            const bool is_lanes =
                std::any_of(nest_.loops.begin(), nest_.loops.end(), [&](const auto &loop) {
                    return loop.name == one.name && loop.kind == loop_kind::vectorized;
                });
            refuse("would give two loops the name \"" + one.name +
                   "\"; the names of a computation's loops differ" +
                   (is_lanes ? ": this one holds the lanes of a vector already; vectorize once, or "
                               "name the loops: vectorize(loop, width, outer, inner)"
                             : ""));
        }
    }
}

void nest_transformer::split(int level, int by, const std::string &outer,
                             const std::string &inner) {
    require_serial(level);
    require_whole(level);
    const scheduled_loop old = loop(level);
    nest_.map = poly::split(counted_from_start(computation_, nest_.map, level), level, by);
    // The outer part of a parallel loop is parallel; both parts of an unrolled or separated loop
    // are what it was.
    const loop_kind inner_kind =
        old.kind == loop_kind::unrolled ? loop_kind::unrolled : loop_kind::serial;
    loop(level) = {outer, old.kind, old.cut};
    nest_.loops.insert(nest_.loops.begin() + level + 1, {inner, inner_kind, old.cut});
}

void nest_transformer::merge(int level, const poly::loop_relation &map, const std::string &into) {
    nest_.map = map;
    nest_.loops.erase(nest_.loops.begin() + level + 1);
    rename(level, into);
}

void nest_transformer::permute(const std::vector<int> &order) {
    nest_.map = poly::permute(nest_.map, order);
    const std::vector<scheduled_loop> old = nest_.loops;
    for (std::size_t i = 0; i < order.size(); ++i) {
        nest_.loops[i] = old[static_cast<std::size_t>(order[i])];
    }
}

} // namespace tiramisu::core
