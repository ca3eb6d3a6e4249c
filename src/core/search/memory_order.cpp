#include "core/search/memory_order.h"

#include <algorithm>
#include <numeric>

#include "core/commands/loop_extent.h"
#include "core/commands/schedule_view.h"
#include "core/meaning/scheduled_registers.h"
#include "core/program/command_kind.h"
#include "core/program/notes.h"
#include "core/search/parallel_blocks.h"
#include "core/search/row_strides.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_relation.h"
#include "polyhedral/work_limit.h"

namespace tiramisu::core {

namespace {

using poly::scheduled_statement;

/// In operations of isl, for one statement: thousands of times what a product of matrices takes.
constexpr unsigned long work_for_one = 200000;

/// Loops of so many iterations are too short for a vector of them to pay, and rows of so many
/// elements stay in the first cache from one short loop around them to the next.
constexpr long short_loop = 8, short_row = 2048;

/// The order in which one statement's loops may run.
class loop_chooser {
public:
    loop_chooser(const analysis &now, const scheduled_statement &statement, float_sums sums)
        : now_(now), statement_(statement), sums_(sums) {}

    /// The statement with its loops from `first` on in the best order that keeps its meaning.
    scheduled_statement best(int first) const {
        const int last = statement_.depth() - 1;
        if (const int part = tagged_part(); part != last && part >= first) {
            return with_part_innermost(part, first);
        }
        const int far_now = far_accesses(last);
        if (kind(last) == poly::loop_kind::vectorized || (far_now == 0 && !is_short(last))) {
            return statement_;
        }
        std::vector<std::pair<int, int>> better; ///< how many are far apart, and which loop
        for (int x = last - 1; x >= first; --x) {
            if (kind(x) != poly::loop_kind::serial) {
                continue;
            }
            const int far = far_accesses(x);
            const bool keeps_row = far == far_now && is_short(last) && has_short_rows(x);
            if ((far < far_now || keeps_row) && (!is_short(x) || is_short(last))) {
                better.emplace_back(far, x);
            }
        }
        std::stable_sort(better.begin(), better.end(),
                         [](const auto &a, const auto &b) { return a.first < b.first; });
        for (const auto &[far, x] : better) {
            scheduled_statement moved = with_innermost(x, 1);
            if (keeps_order(moved)) {
                return moved;
            }
        }
        return statement_;
    }

private:
    const analysis &now_;
    const scheduled_statement &statement_;
    float_sums sums_;

    /// Accesses whose elements lie far apart in neighbouring iterations of the loop, were it the
    /// innermost one; a sum that has to be added up in turn counts like one.
    int far_accesses(int x) const {
        int far = 0;
        for (const poly::memory_access &access : now_.accesses) {
            if (access.statement == statement_.name) {
                const stride one = stride_of(access, statement_, x);
                const bool adds_in_turn =
                    access.is_write() && one == stride::none && sums_ == float_sums::as_written;
                far += one == stride::far || adds_in_turn ? 1 : 0;
            }
        }
        return far;
    }

    std::optional<long> extent(int x) const {
        return largest_extent(statement_.loops.divided(), statement_.domain, x);
    }
    bool is_short(int x) const {
        const auto iterations = extent(x);
        return iterations && *iterations <= short_loop;
    }
    bool has_short_rows(int x) const {
        const auto iterations = extent(x);
        return iterations && *iterations > short_loop && *iterations <= short_row;
    }

    poly::loop_kind kind(int x) const { return statement_.kinds[static_cast<std::size_t>(x)]; }

    /// The innermost loop that runs on lanes or is unrolled; -1 if there is none.
    int tagged_part() const {
        int part = statement_.depth() - 1;
        while (part >= 0 && !poly::asks_for_registers(kind(part))) {
            --part;
        }
        return part;
    }

    /// The lanes, or the copies of an unrolled loop, in the innermost place: their loads are then
    /// those of rows. The loop over all such vectors goes with them.
    scheduled_statement with_part_innermost(int part, int first) const {
        const int last = statement_.depth() - 1;
        const int far = far_accesses(part), far_now = far_accesses(last);
        const bool is_cut = statement_.depth() > poly::set_dims(statement_.domain);
        const int loops = is_cut && part > first ? 2 : 1;
        const scheduled_statement moved = with_innermost(part - loops + 1, loops);
        const bool pays = far < far_now || (far == far_now && is_short(last));
        return pays && keeps_order(moved) ? moved : statement_;
    }

    /// With so many loops from x on inside of all others.
    scheduled_statement with_innermost(int x, int count) const {
        std::vector<int> order(static_cast<std::size_t>(statement_.depth()));
        std::iota(order.begin(), order.end(), 0);
        std::rotate(order.begin() + x, order.begin() + x + count, order.end());
        scheduled_statement moved = statement_;
        moved.loops = poly::permute(statement_.loops, order);
        for (std::size_t level = 0; level < order.size(); ++level) {
            const auto from = static_cast<std::size_t>(order[level]);
            moved.loop_names[level] = statement_.loop_names[from];
            moved.kinds[level] = statement_.kinds[from];
            moved.cuts[level] = statement_.cuts[from];
            moved.masked_lanes[level] = statement_.masked_lanes[from];
        }
        return moved;
    }

    /// Whether the statement's own instances run in the order in which they ran, those of a
    /// reduction as well. All others come before or after all of them.
    bool keeps_order(const scheduled_statement &moved) const {
        std::vector<poly::dependence> own;
        std::copy_if(now_.dependences.begin(), now_.dependences.end(), std::back_inserter(own),
                     [&](const poly::dependence &dep) {
                         return dep.source == moved.name && dep.sink == moved.name;
                     });
        return !poly::find_broken(own, now_.accesses, timestamps_of({moved}), true);
    }
};

/// Whether nothing is said of the loops but how each of them runs.
bool leaves_loops_alone(const function_state &function, const scheduled_statement &statement) {
    const computation_state *definition = function.find_definition(statement.name);
    return definition != nullptr && definition->fixed_loops == 0 && statement.bounds.empty() &&
           definition->declared == nullptr &&
           std::all_of(definition->nest.history.begin(), definition->nest.history.end(),
                       [](const command &given) {
                           return has_trait(given,
                                            runs_parallel | runs_vectorized | runs_unrolled) &&
                                  !has_trait(given, reorders);
                       });
}

bool writes(const analysis &now, const std::string &statement) {
    return std::any_of(now.accesses.begin(), now.accesses.end(), [&](const auto &access) {
        return access.statement == statement && access.is_write();
    });
}

/// The first loop that the statement has for itself.
int first_own_loop(const analysis &now, const scheduled_statement &statement) {
    int first = 0;
    for (const scheduled_statement &other : now.statements) {
        if (&other != &statement) {
            first = std::max(first, poly::shared_levels(statement, other));
        }
    }
    return first;
}

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

/// The statement as its elements lie in memory. Where that takes a loop that threads run, or
/// where an iteration of theirs is a single instance, a thread takes blocks of that loop.
scheduled_statement along_memory(const analysis &now, const scheduled_statement &statement,
                                 bool may_have_blocks, float_sums sums) {
    const int own = first_own_loop(now, statement);
    const int inside = first_inside_threads(statement, own);
    if (statement.depth() - inside >= 2) {
        const scheduled_statement moved = loop_chooser(now, statement, sums).best(inside);
        if (moved.loop_names != statement.loop_names) {
            return moved;
        }
    }
    if (inside == own || !may_have_blocks) {
        return statement;
    }
    const scheduled_statement blocks = in_blocks(statement, inside - 1);
    if (inside == statement.depth() || blocks.depth() == statement.depth()) {
        return blocks;
    }
    const scheduled_statement moved = loop_chooser(now, blocks, sums).best(inside);
    return moved.loop_names != blocks.loop_names ? moved : statement;
}

std::string loops_text(const scheduled_statement &statement) {
    std::string text;
    for (const std::string &name : statement.loop_names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

void tell(function_state &function, const scheduled_statement &moved) {
    note(function, subject(*function.find_definition(moved.name)), "",
         "no command orders its loops, so they run as its elements lie in memory: " +
             loops_text(moved),
         {});
}

} // namespace

analysis with_rows_innermost(function_state &function, analysis now, float_sums sums) {
    if (schedules_registers(function, now) || places_values(function, now)) {
        return now;
    }
    for (scheduled_statement &statement : now.statements) {
        if (!leaves_loops_alone(function, statement) || !writes(now, statement.name)) {
            continue;
        }
        const poly::work_limit limit(function.context.ctx(), work_for_one);
        try {
            const scheduled_statement moved =
                along_memory(now, statement, !function.has_complete_schedule, sums);
            if (moved.loop_names != statement.loop_names) {
                statement = moved;
                tell(function, moved);
            }
        } catch (const isl::exception &) { // it stays as it is
        }
    }
    now.schedule = timestamps_of(now.statements);
    return now;
}

} // namespace tiramisu::core
