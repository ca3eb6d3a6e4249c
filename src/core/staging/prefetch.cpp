#include <algorithm>

#include "core/commands/order_commands.h"
#include "core/expr/expr_walk.h"
#include "core/program/give_command.h"
#include "core/program/run_time_bounds.h"
#include "core/program/storage.h"
#include "core/staging/stager.h"
#include "core/staging/staging_families.h"
#include "polyhedral/constraints.h"
#include "polyhedral/relations.h"
#include "polyhedral/run_time_bounds.h"

// prefetch: the caches are asked for what a later iteration reads. Nothing is kept in a window.

namespace tiramisu::core {

namespace {

constexpr long bytes_in_line = 64; ///< of the caches of every x86-64 and most AArch64 processors

bool is_variable(const expr &value, const std::string &name) {
    return value.get_expr_type() == e_var && value.get_name() == name;
}

class prefetcher : public stager {
public:
    using stager::stager;

    /// Asks for P(r + corner of a later iteration), a line of a cache at a time.
    void add_hint(int distance);

private:
    /// The bounds of the loops around that are known only as the program runs, over their names.
    std::vector<run_time_bound> bounds_of_loops(const std::vector<iterator> &loops) const;
    // { [l, r] } of the hint: one r for each line
    isl::set lines_of_window() const;
    /// Elements of the source in a line, where the last dimension's lie one after another; else 1.
    long elements_in_line() const;
};

void prefetcher::add_hint(int distance) {
    made_.hint = add(made_.source->name, "_prefetch_for_" + made_.consumer->name,
                     window_iterators(), lines_of_window());
    const std::vector<iterator> &iterators = made_.hint->iterators;
    made_.hint->bounds = bounds_of_loops(iterators);
    std::map<std::string, expr> later; // the loop as it will be
    const iterator &loop = iterators[static_cast<std::size_t>(made_.level)];
    later[loop.name] = expr::variable(loop.name, loop.type) + distance;
    std::vector<expr> element;
    for (std::size_t dim = 0; dim < made_.corner.size(); ++dim) {
        const iterator &it = iterators[dim + static_cast<std::size_t>(around())];
        expr relative = expr::variable(it.name, it.type);
        if (dim + 1 == made_.corner.size() && elements_in_line() > 1) {
            const auto last = static_cast<std::int32_t>(made_.box.sizes[dim] - 1);
            relative =
                expr(o_min, relative * static_cast<std::int32_t>(elements_in_line()), expr(last));
        }
        element.push_back(substitute(plus_corner(relative, dim), later));
    }
    made_.hint->is_hint = true;
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
        const long line = dim + 1 == dims ? elements_in_line() : 1;
        // What begins in the middle of a line may end in one more.
        const long last = (made_.box.sizes[dim] - 1 + line - 1) / line;
        lines = lines.intersect(poly::dim_within(lines, around() + static_cast<int>(dim), 0, last));
    }
    return lines;
}

long prefetcher::elements_in_line() const {
    if (made_.source->iterators.empty() || made_.source->storage == nullptr) {
        return 1; // a temporary, which is refused later
    }
    const std::string &last = made_.source->iterators.back().name;
    const std::vector<expr> element = storage_map(*made_.source);
    const auto uses = std::count_if(element.begin(), element.end(), [&](const expr &index) {
        bool is_used = false;
        for_each_node(index, [&](const expr &node) { is_used |= is_variable(node, last); });
        return is_used;
    });
    const bool is_contiguous = uses == 1 && is_variable(element.back(), last);
    return is_contiguous ? bytes_in_line / size_in_bytes(made_.source->type) : 1;
}

// prefetch(P, level, distance)
void prefetch(computation_state &consumer, const command &what) {
    computation_state &source = *other_computation(consumer, what, 0).base;
    const int distance = std::get<int>(what.arguments[2]);
    const int level = level_of(consumer, what, 1);
    prefetcher work(consumer, what, staging::kind::hinted, consumer, source, level);
    if (level == computation::root_dimension) {
        work.refuse("the whole has no later iteration to read for; name a loop");
    }
    if (distance < 1) {
        work.refuse("the distance is " + std::to_string(distance) +
                    "; it counts iterations ahead and is at least 1");
    }
    if (work.reads_at_computed_index()) {
        work.find_first_element();
    } else {
        work.find_window();
    }
    work.add_hint(distance);
    work.install();
}

} // namespace

command_family hint_family() {
    return {{"prefetch", {"CLN"}, nullptr, prefetch, adds_staging}};
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

} // namespace tiramisu
