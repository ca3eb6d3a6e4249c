#include "core/search/own_loops.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "core/commands/loop_extent.h"
#include "core/commands/schedule_view.h"
#include "core/search/statement_loops.h"
#include "polyhedral/legality.h"

namespace tiramisu::core {

namespace {

using poly::scheduled_statement;

/// In which of the three loops that are made of the shared one a statement is.
enum part { before, itself, behind };

constexpr int parts = 3;

std::map<std::string, part> parts_of_loop(const analysis &now, const scheduled_statement &one,
                                          int level) {
    std::map<std::string, part> found;
    for (const scheduled_statement &other : now.statements) {
        if (other.name == one.name) {
            found[other.name] = itself;
        } else if (poly::shared_levels(other, one) > level) {
            found[other.name] = other.position < one.position ? before : behind;
        }
    }
    return found;
}

std::vector<scheduled_statement> moved_apart(const analysis &now,
                                             const std::map<std::string, part> &loops, int level) {
    std::vector<scheduled_statement> statements = now.statements;
    const auto at = static_cast<std::size_t>(level);
    std::map<int, int> places; // in the loop around, and their numbers without gaps
    for (scheduled_statement &statement : statements) {
        if (at < statement.position.size()) {
            const auto found = loops.find(statement.name);
            statement.position[at] =
                parts * statement.position[at] + (found == loops.end() ? 0 : found->second);
            places[statement.position[at]] = 0;
        }
    }
    int number = 0;
    for (auto &[place, numbered] : places) {
        numbered = number++;
    }
    for (scheduled_statement &statement : statements) {
        if (at < statement.position.size()) {
            statement.position[at] = places.at(statement.position[at]);
        }
    }
    return statements;
}

/// Dependences between statements that no longer share the loop.
std::vector<poly::dependence> dependences_across(const analysis &now,
                                                 const std::map<std::string, part> &loops) {
    std::vector<poly::dependence> across;
    std::copy_if(now.dependences.begin(), now.dependences.end(), std::back_inserter(across),
                 [&](const poly::dependence &dep) {
                     const auto source = loops.find(dep.source), sink = loops.find(dep.sink);
                     return source != loops.end() && sink != loops.end() &&
                            source->second != sink->second;
                 });
    return across;
}

} // namespace

int first_own_loop(const analysis &now, const scheduled_statement &statement) {
    int first = 0;
    for (const scheduled_statement &other : now.statements) {
        if (&other != &statement) {
            first = std::max(first, poly::shared_levels(statement, other));
        }
    }
    return first;
}

std::optional<std::vector<scheduled_statement>>
with_own_loops(const analysis &now, const std::string &statement, int level) {
    const std::map<std::string, part> loops =
        parts_of_loop(now, named(now.statements, statement), level);
    const bool are_plain =
        std::all_of(now.statements.begin(), now.statements.end(), [&](const auto &each) {
            return loops.count(each.name) == 0 || (is_plain(each, level) && each.bounds.empty());
        });
    if (!are_plain) {
        return std::nullopt;
    }
    const std::vector<scheduled_statement> moved = moved_apart(now, loops, level);
    const std::vector<poly::dependence> across = dependences_across(now, loops);
    // What a program has acknowledged, so that it runs against dependences, runs as it says.
    const auto keeps_order = [&](const std::vector<scheduled_statement> &statements) {
        return !poly::find_broken(across, now.accesses, timestamps_of(statements), true);
    };
    return keeps_order(moved) && keeps_order(now.statements) ? std::optional(moved) : std::nullopt;
}

const scheduled_statement &named(const std::vector<scheduled_statement> &all,
                                 const std::string &name) {
    return *std::find_if(all.begin(), all.end(), [&](const auto &one) { return one.name == name; });
}

bool is_long_sum(const scheduled_statement &statement, int level) {
    constexpr long fewest_terms = 16;
    const auto terms = largest_extent(statement.loops.divided(), statement.domain, level);
    return !terms || *terms >= fewest_terms;
}

} // namespace tiramisu::core
