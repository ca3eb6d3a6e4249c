#include "core/search/loop_chooser.h"

#include <algorithm>
#include <numeric>

#include "core/commands/loop_extent.h"
#include "core/commands/schedule_view.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_relation.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;
using poly::scheduled_statement;

/// Loops of so many iterations are too short for a vector of them to pay, and rows of so many
/// elements stay in the first cache from one short loop around them to the next.
constexpr long short_loop = 8, short_row = 2048;

} // namespace

loop_chooser::loop_chooser(const analysis &now, const scheduled_statement &statement,
                           float_sums sums)
    : now_(now), statement_(statement), sums_(sums) {
    for (const poly::memory_access &access : now_.accesses) {
        if (access.statement == statement_.name) {
            strides_.emplace_back(access, statement_);
            if (access.is_write()) {
                strides_of_writes_.push_back(strides_.back());
            }
        }
    }
    std::copy_if(now_.dependences.begin(), now_.dependences.end(),
                 std::back_inserter(own_dependences_), [&](const poly::dependence &dep) {
                     return dep.source == statement_.name && dep.sink == statement_.name;
                 });
}

scheduled_statement loop_chooser::best(int first) const {
    const int last = statement_.depth() - 1;
    const int part = tagged_part();
    if (part >= first && part != last) {
        return with_part_innermost(part, first);
    }
    const scheduled_statement rows = with_row_innermost(first);
    return part >= first ? loop_chooser(now_, rows, sums_).with_copies_innermost() : rows;
}

scheduled_statement loop_chooser::with_row_innermost(int first) const {
    const int last = statement_.depth() - 1;
    const int far_now = far_accesses(last);
    if (kind(last) == loop_kind::vectorized || runs_along_rows(last)) {
        return statement_;
    }
    std::vector<std::pair<int, int>> better; ///< how many are far apart, and which loop
    for (int x = last - 1; x >= first; --x) {
        if (kind(x) != loop_kind::serial) {
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

scheduled_statement loop_chooser::with_threads_outermost(int threads, int first) const {
    for (int level = first; level < threads; ++level) {
        if (kind(level) != loop_kind::serial) {
            return statement_;
        }
    }
    std::vector<int> order(static_cast<std::size_t>(statement_.depth()));
    std::iota(order.begin(), order.end(), 0);
    std::rotate(order.begin() + first, order.begin() + threads, order.begin() + threads + 1);
    const scheduled_statement moved = permuted(order);
    const poly::timestamps times = timestamps_of({moved});
    poly::carrying_loop carried(times, poly::loop_dim(first));
    for (const poly::dependence &own : own_dependences_) {
        if (!carried(own).is_empty()) {
            return statement_;
        }
    }
    return keeps_order(moved) ? moved : statement_;
}

int loop_chooser::far_accesses(int x) const {
    const auto far = std::count_if(strides_.begin(), strides_.end(), [&](const row_strides &one) {
        return one.along(x) == stride::far;
    });
    return static_cast<int>(far) + (sums_ == float_sums::as_written && adds_up(x) ? 1 : 0);
}

bool loop_chooser::adds_up(int x) const {
    return std::any_of(strides_of_writes_.begin(), strides_of_writes_.end(),
                       [&](const row_strides &one) { return one.along(x) == stride::none; });
}

bool loop_chooser::finds_element_again(int x) const {
    return std::any_of(strides_.begin(), strides_.end(),
                       [&](const row_strides &one) { return one.along(x) == stride::none; });
}

std::optional<long> loop_chooser::extent(int x) const {
    return largest_extent(statement_.loops.divided(), statement_.domain, x);
}
bool loop_chooser::is_short(int x) const {
    const auto iterations = extent(x);
    return iterations && *iterations <= short_loop;
}
bool loop_chooser::has_short_rows(int x) const {
    const auto iterations = extent(x);
    return iterations && *iterations > short_loop && *iterations <= short_row;
}
bool loop_chooser::runs_along_rows(int x) const {
    return far_accesses(x) == 0 && !is_short(x);
}

int loop_chooser::tagged_part() const {
    int part = statement_.depth() - 1;
    while (part >= 0 && !poly::asks_for_registers(kind(part))) {
        --part;
    }
    return part;
}

/// The lanes, or the copies of an unrolled loop, in the innermost place: their loads are then
/// those of rows. The loop over all such vectors goes with them.
scheduled_statement loop_chooser::with_part_innermost(int part, int first) const {
    const int last = statement_.depth() - 1;
    const int far = far_accesses(part), far_now = far_accesses(last);
    const bool is_cut = statement_.depth() > poly::set_dims(statement_.domain);
    const int loops = is_cut && part > first ? 2 : 1;
    const scheduled_statement moved = with_innermost(part - loops + 1, loops);
    const bool pays = far < far_now || (far == far_now && is_short(last));
    return pays && keeps_order(moved) ? moved : with_copies_innermost();
}

/// The copies of an unrolled loop inside of a loop that runs along rows: what several copies touch
/// then stays in a register.
scheduled_statement loop_chooser::with_copies_innermost() const {
    const int part = tagged_part(), last = statement_.depth() - 1;
    if (part < 0 || part == last || kind(part) != loop_kind::unrolled || !is_short(part) ||
        !runs_along_rows(last) || !finds_element_again(part)) {
        return statement_;
    }
    const scheduled_statement moved = with_innermost(part, 1);
    return keeps_order(moved) ? moved : statement_;
}

/// With loop order[k] at level k.
scheduled_statement loop_chooser::permuted(const std::vector<int> &order) const {
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

/// With so many loops from x on inside of all others.
scheduled_statement loop_chooser::with_innermost(int x, int count) const {
    std::vector<int> order(static_cast<std::size_t>(statement_.depth()));
    std::iota(order.begin(), order.end(), 0);
    std::rotate(order.begin() + x, order.begin() + x + count, order.end());
    return permuted(order);
}

/// Whether the statement's own instances run in the order in which they ran, those of a reduction
/// as well. All others come before or after all of them.
bool loop_chooser::keeps_order(const scheduled_statement &moved) const {
    return !poly::find_broken(own_dependences_, now_.accesses, timestamps_of({moved}), true);
}

} // namespace tiramisu::core
