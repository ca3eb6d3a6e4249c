#include <algorithm>

#include "core/commands/loop_extent.h"
#include "core/commands/order_commands.h"
#include "core/expr/expr_walk.h"
#include "core/program/give_command.h"
#include "core/program/memory_accesses.h"
#include "core/program/run_time_bounds.h"
#include "core/staging/cache_lines.h"
#include "core/staging/stager.h"
#include "core/staging/staging_families.h"
#include "polyhedral/constraints.h"
#include "polyhedral/relations.h"
#include "polyhedral/run_time_bounds.h"

// prefetch: the caches are asked for what a later iteration reads. Nothing is kept in a window.

namespace tiramisu::core {

namespace {

class prefetcher : public stager {
public:
    using stager::stager;

    /// Asks for P(r + corner of a later iteration of `level`), a line of a cache at a time.
    void add_hint(int level, int distance);

private:
    /// The bounds of the loops around that are known only as the program runs, over their names.
    std::vector<run_time_bound> bounds_of_loops(const std::vector<iterator> &loops) const;
    // { [l, r] } of the hint: one r for each line
    isl::set lines_of_window() const;
    long lines_along(std::size_t dim) const;
    long lines_of_iteration() const;
    cache_hint nearest_that_keeps(int level, int distance) const;

    const line_of_values line_ = line_along(*made_.source);
};

void prefetcher::add_hint(int level, int distance) {
    made_.hint = add(made_.source->name, "_prefetch_for_" + made_.consumer->name,
                     window_iterators(), lines_of_window());
    const std::vector<iterator> &iterators = made_.hint->iterators;
    made_.hint->bounds = bounds_of_loops(iterators);
    std::map<std::string, expr> later; // the loop as it will be
    const iterator &loop = iterators[static_cast<std::size_t>(level)];
    later[loop.name] = expr::variable(loop.name, loop.type) + distance;
    std::vector<expr> element;
    for (std::size_t dim = 0; dim < made_.corner.size(); ++dim) {
        const iterator &it = iterators[dim + static_cast<std::size_t>(around())];
        expr relative = expr::variable(it.name, it.type);
        if (dim == line_.dim && line_.elements > 1) {
            const auto last = static_cast<std::int32_t>(made_.box.sizes[dim] - 1);
            relative =
                expr(o_min, relative * static_cast<std::int32_t>(line_.elements), expr(last));
        }
        element.push_back(substitute(plus_corner(relative, dim), later));
    }
    // A loop over few lines would cost as much as they do.
    if (lines_of_iteration() <= 16) {
        std::vector<scheduled_loop> &loops = made_.hint->nest.loops;
        std::for_each(loops.begin() + around(), loops.end(), [](scheduled_loop &over_lines) {
            over_lines.kind = poly::loop_kind::unrolled;
        });
    }
    made_.hint->hint = nearest_that_keeps(level, distance);
    made_.hint->value = expr(o_access, made_.source->name, element, made_.source->type);
}

std::vector<run_time_bound> prefetcher::bounds_of_loops(const std::vector<iterator> &loops) const {
    const computation_state &consumer = *made_.consumer;
    std::vector<run_time_bound> bounds;
    for (const run_time_bound &bound : consumer.bounds) {
        const int level = poly::outermost_loop_over(consumer.nest.map.divided(),
                                                    static_cast<int>(bound.iterator));
        if (level > made_.level) {
            continue;
        }
        const auto loop = static_cast<std::size_t>(level);
        if (!is_variable(first_value(static_cast<int>(bound.iterator)), loops[loop].name)) {
            refuse_bound(bound, level);
        }
        std::map<std::string, expr> iterators;
        for (int dim : iterators_named_in(consumer, bound.value)) {
            iterators[consumer.iterators[static_cast<std::size_t>(dim)].name] = first_value(dim);
        }
        bounds.push_back(run_time_bound_of(function_, subject(*made_.hint), loops, loop,
                                           bound.is_upper, substitute(bound.value, iterators),
                                           what_.where));
    }
    return bounds;
}

isl::set prefetcher::lines_of_window() const {
    const std::size_t dims = made_.box.sizes.size();
    isl::set lines =
        poly::insert_dims(made_.box.footprint.domain(), around(), static_cast<int>(dims));
    for (std::size_t dim = 0; dim < dims; ++dim) {
        lines = lines.intersect(
            poly::dim_within(lines, around() + static_cast<int>(dim), 0, lines_along(dim) - 1));
    }
    return lines;
}

// Whole lines are taken to begin where a line does. Other windows may end in one more.
long prefetcher::lines_along(std::size_t dim) const {
    const long size = made_.box.sizes[dim], line = dim == line_.dim ? line_.elements : 1;
    return size % line == 0 ? size / line : 1 + (size - 1 + line - 1) / line;
}

long prefetcher::lines_of_iteration() const {
    long lines = 1;
    for (std::size_t dim = 0; dim < made_.box.sizes.size(); ++dim) {
        lines *= lines_along(dim);
    }
    return lines;
}

// What is asked for has to stay until it is read. Half of a first level of 32 KiB, which nearly all
// processors have, is for what is asked for in the meantime. Behind the end of the loop other loops
// run first, and what they touch is not known; nor is it in the loops between the two levels.
cache_hint prefetcher::nearest_that_keeps(int level, int distance) const {
    constexpr long first_level_lines = 32 * 1024 / bytes_in_line;
    const computation_state &consumer = *made_.consumer;
    const std::optional<long> extent =
        largest_extent(consumer.nest.map.divided(), executed_domain(consumer), made_.level);
    const bool is_in_loop = !extent || distance < *extent;
    return level == made_.level && is_in_loop &&
                   distance * lines_of_iteration() <= first_level_lines / 2
               ? cache_hint::first_level
               : cache_hint::second_level;
}

/// Whose loops are meant: those of a computation or, where it is computed inside another one, of
/// what is computed there, which has `around` more outside.
struct hinted_loops {
    computation_state *reader;
    int around;
};

hinted_loops loops_of(computation_state &consumer, const command &what) {
    const staging *around = nullptr;
    hinted_loops found = {&consumer, 0};
    for (const auto &made : consumer.owner->stagings) {
        for (const staging::computed_part &part : made->computed) {
            if (part.original != &consumer) {
                continue;
            }
            if (around != nullptr) {
                throw user_error(subject(consumer), call_text(what),
                                 "is computed inside \"" + around->consumer->id + "\" and \"" +
                                     made->consumer->id +
                                     "\", so that its loops are in several places; the caches are "
                                     "asked for what is read in one",
                                 what.where);
            }
            around = made.get();
            found = {part.inside, made->around()};
        }
    }
    return found;
}

void require_loop(int level, const prefetcher &work) {
    if (level == computation::root_dimension) {
        work.refuse("the whole has no later iteration to read for; name a loop");
    }
}

/// The loop whose later iteration reads what is asked for in loop `inner`.
int outer_level(const hinted_loops &loops, const command &what, int inner, const prefetcher &work) {
    const int level = level_of(*loops.reader, what, 1);
    require_loop(level, work);
    if (level >= inner) {
        work.refuse("the last loop is not inside of the first one, whose later iterations read; "
                    "leave it out, or name one further inside");
    }
    return level;
}

// prefetch(P, level, distance), prefetch(P, level, distance, inner)
void prefetch(computation_state &consumer, const command &what) {
    computation_state &source = *other_computation(consumer, what, 0).base;
    const int distance = std::get<int>(what.arguments[2]);
    const bool has_inner = what.arguments.size() > 3;
    const hinted_loops loops = loops_of(consumer, what);
    const int asked_in = level_of(consumer, what, has_inner ? 3 : 1);
    prefetcher work(consumer, what, staging::kind::hinted, *loops.reader, source,
                    loops.around + asked_in);
    require_loop(asked_in, work);
    const int inner = loops.around + asked_in;
    const int level = has_inner ? outer_level(loops, what, inner, work) : inner;
    if (distance < 1) {
        work.refuse("the distance is " + std::to_string(distance) +
                    "; it counts iterations ahead and is at least 1");
    }
    if (work.reads_at_computed_index()) {
        work.find_first_element();
    } else {
        work.find_window();
    }
    work.add_hint(level, distance);
    work.install();
}

} // namespace

command_family hint_family() {
    return {{"prefetch", {"CLN", "CLNL"}, nullptr, prefetch, adds_staging}};
}

} // namespace tiramisu::core

namespace tiramisu {

using core::give;

computation &schedule_commands::prefetch(const computation &values, const var &level, int distance,
                                         source_place where) {
    give(self(), "prefetch",
         {computation_reference{values.state()->base->id}, loop_reference(level), distance}, where);
    return self();
}

computation &schedule_commands::prefetch(const computation &values, const var &level, int distance,
                                         const var &inner, source_place where) {
    give(self(), "prefetch",
         {computation_reference{values.state()->base->id}, loop_reference(level), distance,
          loop_reference(inner)},
         where);
    return self();
}

} // namespace tiramisu
