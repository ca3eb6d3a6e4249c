#include "core/search/loop_chooser.h"

#include <algorithm>
#include <numeric>

#include "core/commands/loop_extent.h"
#include "core/search/kept_dependences.h"
#include "core/search/loop_blocks.h"
#include "core/search/statement_loops.h"

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
}

scheduled_statement loop_chooser::best(int first) const {
    const int last = statement_.depth() - 1;
    const int part = tagged_part();
    if (part >= first && part != last) {
        scheduled_statement moved = with_part_innermost(part, first);
        if (moved.loop_names != statement_.loop_names || kind(part) != loop_kind::unrolled) {
            return moved;
        }
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
        if (keeps_own_order(now_, moved)) {
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
    const scheduled_statement moved = permuted(statement_, order);
    return !carries_dependence(now_, moved, first) && keeps_own_order(now_, moved) ? moved
                                                                                   : statement_;
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
// Rows of results whose size comes with the call are rather short than not.
bool loop_chooser::has_short_rows(int x) const {
    const auto iterations = extent(x);
    return iterations ? *iterations > short_loop && *iterations <= short_row : !adds_up(x);
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
    const std::vector<loop_blocks> blocks = blocks_of_loops(statement_);
    const loop_blocks *cut = find_blocks(blocks, part);
    const int loops = cut != nullptr && cut->blocks + 1 == part && part > first ? 2 : 1;
    const scheduled_statement moved = with_innermost(part - loops + 1, loops);
    const bool pays = far < far_now || (far == far_now && is_short(last));
    return pays && keeps_own_order(now_, moved) ? moved : with_copies_innermost();
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
    return keeps_own_order(now_, moved) ? moved : statement_;
}

/// With so many loops from x on inside of all others.
scheduled_statement loop_chooser::with_innermost(int x, int count) const {
    std::vector<int> order(static_cast<std::size_t>(statement_.depth()));
    std::iota(order.begin(), order.end(), 0);
    std::rotate(order.begin() + x, order.begin() + x + count, order.end());
    return permuted(statement_, order);
}

} // namespace tiramisu::core
