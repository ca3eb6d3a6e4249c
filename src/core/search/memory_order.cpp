#include "core/search/memory_order.h"

#include <algorithm>
#include <numeric>

#include "core/commands/loop_extent.h"
#include "core/commands/schedule_view.h"
#include "core/program/command_kind.h"
#include "core/program/notes.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/work_limit.h"

namespace tiramisu::core {

namespace {

using poly::scheduled_statement;

/// In operations of isl, for one statement: thousands of times what a product of matrices takes.
constexpr unsigned long work_for_one = 200000;

/// Loops of so many iterations are too short for a vector of them to pay, and rows of so many
/// elements stay in the first cache from one short loop around them to the next.
constexpr long short_loop = 8, short_row = 2048;

/// How far apart in memory the elements are that an access touches in neighbouring iterations.
enum class stride { none, element, far };

/// { [l0, ..., lx, ...] -> [l0, ..., lx + 1, ...] }
isl::map next_iteration(isl::ctx ctx, int loops, int x) {
    std::string from, to;
    for (int level = 0; level < loops; ++level) {
        const std::string comma = level == 0 ? "" : ", ", name = "l" + std::to_string(level);
        from += comma + name;
        to += comma + name + (level == x ? " + 1" : "");
    }
    return isl::map(ctx, "{ [" + from + "] -> [" + to + "] }");
}

/// { B[d0, d1] : d0 = 0 and lowest <= d1 <= highest } in the space of `distances`.
bool are_within_row(const isl::set &distances, long lowest, long highest) {
    const int dims = poly::set_dims(distances);
    std::string names, conditions;
    for (int d = 0; d < dims; ++d) {
        const std::string name = "d" + std::to_string(d);
        names += (d == 0 ? "" : ", ") + name;
        conditions +=
            (d == 0 ? "" : " and ") + (d + 1 < dims ? name + " = 0"
                                                    : std::to_string(lowest) + " <= " + name +
                                                          " <= " + std::to_string(highest));
    }
    const std::string where = dims == 0 ? "" : " : " + conditions;
    return distances.is_subset(isl::set(distances.ctx(), "{ " + poly::set_name(distances) + "[" +
                                                             names + "]" + where + " }"));
}

stride stride_of(const poly::memory_access &access, const scheduled_statement &statement, int x) {
    // { [l0, l1] -> B[e0, e1] }
    const isl::map elements = statement.loops.divided()
                                  .intersect_domain(statement.domain)
                                  .reverse()
                                  .apply_range(access.relation);
    const isl::map next =
        next_iteration(elements.ctx(), statement.depth(), x).apply_range(elements);
    const isl::set distances = elements.reverse().apply_range(next).deltas();
    return are_within_row(distances, 0, 0)    ? stride::none
           : are_within_row(distances, -1, 1) ? stride::element
                                              : stride::far;
}

/// The order in which one statement's loops may run.
class loop_chooser {
public:
    loop_chooser(const analysis &now, const scheduled_statement &statement, float_sums sums)
        : now_(now), statement_(statement), sums_(sums) {}

    /// The statement with its loops from `first` on in the best order that keeps its meaning.
    scheduled_statement best(int first) const {
        const int last = statement_.depth() - 1;
        const int far_now = far_accesses(last);
        if (far_now == 0 && !is_short(last)) {
            return statement_;
        }
        std::vector<std::pair<int, int>> better; ///< how many are far apart, and which loop
        for (int x = last - 1; x >= first; --x) {
            const int far = far_accesses(x);
            const bool keeps_row = far == far_now && is_short(last) && has_short_rows(x);
            if ((far < far_now || keeps_row) && (!is_short(x) || is_short(last))) {
                better.emplace_back(far, x);
            }
        }
        std::stable_sort(better.begin(), better.end(),
                         [](const auto &a, const auto &b) { return a.first < b.first; });
        for (const auto &[far, x] : better) {
            scheduled_statement moved = with_innermost(x);
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

    scheduled_statement with_innermost(int x) const {
        std::vector<int> order(static_cast<std::size_t>(statement_.depth()));
        std::iota(order.begin(), order.end(), 0);
        std::rotate(order.begin() + x, order.begin() + x + 1, order.end());
        scheduled_statement moved = statement_;
        moved.loops = poly::permute(statement_.loops, order);
        for (std::size_t level = 0; level < order.size(); ++level) {
            const auto from = static_cast<std::size_t>(order[level]);
            moved.loop_names[level] = statement_.loop_names[from];
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

/// Whether nothing is said of the loops but that threads run them.
bool leaves_loops_alone(const function_state &function, const scheduled_statement &statement) {
    const computation_state *definition = function.find_definition(statement.name);
    return definition != nullptr && definition->fixed_loops == 0 && statement.bounds.empty() &&
           definition->declared == nullptr &&
           std::all_of(definition->nest.history.begin(), definition->nest.history.end(),
                       [](const command &given) { return has_trait(given, runs_parallel); });
}

bool writes(const analysis &now, const std::string &statement) {
    return std::any_of(now.accesses.begin(), now.accesses.end(), [&](const auto &access) {
        return access.statement == statement && access.is_write();
    });
}

int loops_in_common(const scheduled_statement &one, const scheduled_statement &other) {
    const auto apart = std::mismatch(one.position.begin(), one.position.end(),
                                     other.position.begin(), other.position.end());
    return static_cast<int>(apart.first - one.position.begin());
}

/// The first loop that the statement has for itself inside of all that threads run.
int first_own_loop(const analysis &now, const scheduled_statement &statement) {
    int first = 0;
    for (const scheduled_statement &other : now.statements) {
        if (&other != &statement) {
            first = std::max(first, loops_in_common(statement, other));
        }
    }
    for (int level = first; level < statement.depth(); ++level) {
        first = statement.kinds[static_cast<std::size_t>(level)] == poly::loop_kind::serial
                    ? first
                    : level + 1;
    }
    return first;
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

bool asks_for_registers(const scheduled_statement &statement) {
    return std::any_of(statement.kinds.begin(), statement.kinds.end(),
                       [](poly::loop_kind kind) { return poly::asks_for_registers(kind); });
}

bool places_buffers(const function_state &function) {
    return std::any_of(function.buffers.begin(), function.buffers.end(),
                       [](const auto &buffer) { return buffer->allocated_at.has_value(); }) ||
           std::any_of(function.commands.begin(), function.commands.end(),
                       [](const command &given) { return given.name == "store_at"; });
}

/// Whether the schedule says what vectors, registers and places inside of loops hold. Then it is
/// by somebody who orders loops where that matters.
bool is_detailed(const function_state &function, const analysis &now) {
    return !now.windows.empty() || !function.stagings.empty() || places_buffers(function) ||
           std::any_of(now.statements.begin(), now.statements.end(), asks_for_registers);
}

} // namespace

analysis with_rows_innermost(function_state &function, analysis now, float_sums sums) {
    if (is_detailed(function, now)) {
        return now;
    }
    for (scheduled_statement &statement : now.statements) {
        const int first = first_own_loop(now, statement);
        if (statement.depth() - first < 2 || !leaves_loops_alone(function, statement) ||
            !writes(now, statement.name)) {
            continue;
        }
        const poly::work_limit limit(function.context.ctx(), work_for_one);
        try {
            const scheduled_statement moved = loop_chooser(now, statement, sums).best(first);
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
