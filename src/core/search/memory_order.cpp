#include "core/search/memory_order.h"

#include <algorithm>

#include "core/meaning/scheduled_range.h"
#include "core/program/command_kind.h"
#include "core/program/notes.h"
#include "core/search/changed_loops.h"
#include "core/search/joined_tiles.h"
#include "core/search/loop_blocks.h"
#include "core/search/loop_chooser.h"
#include "core/search/parallel_blocks.h"
#include "core/search/short_rows.h"
#include "core/search/whole_loops.h"
#include "support/joined_names.h"

namespace tiramisu::core {

namespace {

using poly::scheduled_statement;

/// The first of them inside of all that threads run.
int first_inside_threads(const scheduled_statement &statement, int first_own) {
    int first = first_own;
    for (int level = first_own; level < statement.depth(); ++level) {
        const bool is_on_threads =
            poly::runs_on_threads(statement.kinds[static_cast<std::size_t>(level)]);
        first = is_on_threads ? level + 1 : first;
    }
    return first;
}

/// The statement with the loop that threads run outside of its other loops, where it may: threads
/// are then called once.
scheduled_statement with_one_call(const analysis &now, const scheduled_statement &statement,
                                  int own, float_sums sums) {
    const int threads = first_inside_threads(statement, own) - 1;
    return threads > own ? loop_chooser(now, statement, sums).with_threads_outermost(threads, own)
                         : statement;
}

/// The first of the loops inside of tiles.
int first_inside_tiles(const scheduled_statement &statement, int first) {
    for (const loop_blocks &tile : blocks_of_loops(statement)) {
        const bool is_serial =
            statement.kinds[static_cast<std::size_t>(tile.inside)] == poly::loop_kind::serial;
        first = is_serial ? std::max(first, tile.blocks + 1) : first;
    }
    return first;
}

/// The statement as its elements lie in memory. Where that takes a loop that threads run, or
/// where an iteration of theirs is a single instance, a thread takes blocks of that loop.
scheduled_statement along_memory(const analysis &now, const scheduled_statement &statement, int own,
                                 bool may_have_blocks, float_sums sums) {
    const int threads = first_inside_threads(statement, own);
    const int inside = first_inside_tiles(statement, threads);
    if (const auto whole = with_whole_loop(now, statement, inside, sums)) {
        return *whole;
    }
    if (statement.depth() - inside >= 2) {
        scheduled_statement moved = loop_chooser(now, statement, sums).best(inside);
        if (moved.loop_names != statement.loop_names) {
            return moved;
        }
    }
    if (threads == own || inside != threads || !may_have_blocks) {
        return statement;
    }
    scheduled_statement blocks = in_blocks(statement, inside - 1);
    if (inside == statement.depth() || blocks.depth() == statement.depth()) {
        return blocks;
    }
    const scheduled_statement moved = loop_chooser(now, blocks, sums).best(inside);
    return moved.loop_names != blocks.loop_names ? moved : statement;
}

/// The statement with loops in an order that suits memory, where the schedule gives none.
scheduled_statement ordered(const function_state &function, const analysis &now,
                            const scheduled_statement &statement, int own, float_sums sums) {
    if (!leaves_loops_alone(function, statement)) {
        return statement;
    }
    const scheduled_statement called_once =
        with_one_call(now, without_copies_of_sums(statement, own), own, sums);
    const int inside = first_inside_threads(called_once, own);
    const bool is_complete = function.has_complete_schedule;
    return along_memory(
        now, is_complete ? called_once : with_joined_tiles(now, called_once, inside, sums), own,
        !is_complete, sums);
}

void tell(function_state &function, const scheduled_statement &moved) {
    note(function, subject(*function.find_definition(moved.name)), "",
         "no command orders its loops, so they run as its elements lie in memory: " +
             support::joined(moved.loop_names),
         {});
}

} // namespace

bool leaves_loops_alone(const function_state &function, const scheduled_statement &statement) {
    const computation_state *definition = function.find_definition(statement.name);
    const auto leaves_order = [&](const command &given) {
        const bool is_tag = has_trait(given, runs_parallel | runs_vectorized | runs_unrolled) &&
                            !has_trait(given, reorders);
        return is_tag || (has_trait(given, makes_tiles) && !function.has_complete_schedule);
    };
    return definition != nullptr && definition->fixed_loops == 0 && statement.bounds.empty() &&
           definition->declared == nullptr &&
           std::all_of(definition->nest.history.begin(), definition->nest.history.end(),
                       leaves_order);
}

analysis with_rows_innermost(function_state &function, analysis now, float_sums sums) {
    const auto order = [&](const analysis &all, scheduled_statement &statement, int own) {
        const scheduled_statement moved = ordered(function, all, statement, own, sums);
        if (moved.loop_names != statement.loop_names &&
            (counts_as_far(function, statement, moved) ||
             are_counted_nearly_to_the_end(function, moved))) {
            statement = moved;
            tell(function, moved);
        }
        if (!function.has_complete_schedule) {
            const scheduled_statement rows = with_short_rows(all, statement, own);
            if (rows.kinds == statement.kinds || counts_as_far(function, statement, rows)) {
                statement = rows;
            }
        }
    };
    return with_changed_loops(function, std::move(now), order);
}

} // namespace tiramisu::core
