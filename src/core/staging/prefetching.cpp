#include <algorithm>

#include "core/expr/expr_walk.h"
#include "core/program/run_time_bounds.h"
#include "core/program/storage.h"
#include "core/staging/stager.h"
#include "polyhedral/constraints.h"
#include "polyhedral/relations.h"
#include "polyhedral/run_time_bounds.h"

// Statements that ask the caches for what a later iteration reads.

namespace tiramisu::core {

namespace {

constexpr long bytes_in_line = 64; ///< of the caches of every x86-64 and most AArch64 processors

bool is_variable(const expr &value, const std::string &name) {
    return value.get_expr_type() == e_var && value.get_name() == name;
}

} // namespace

void stager::add_prefetch(int distance) {
    made_.prefetch = add(made_.source->name, "_prefetch_for_" + made_.consumer->name,
                         window_iterators(), lines_of_window());
    const std::vector<iterator> &iterators = made_.prefetch->iterators;
    made_.prefetch->bounds = bounds_of_loops(iterators);
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
    made_.prefetch->is_prefetch = true;
    made_.prefetch->value = expr(o_access, made_.source->name, element, made_.source->type);
}

std::vector<run_time_bound> stager::bounds_of_loops(const std::vector<iterator> &loops) const {
    const computation_state &consumer = *made_.consumer;
    std::vector<run_time_bound> bounds;
    for (const run_time_bound &bound : consumer.bounds) {
        const int level =
            poly::outermost_loop_over(consumer.nest.map, static_cast<int>(bound.iterator));
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
        bounds.push_back(run_time_bound_of(function_, subject(*made_.prefetch), loops, loop,
                                           bound.is_upper, substitute(bound.value, iterators),
                                           what_.where));
    }
    return bounds;
}

isl::set stager::lines_of_window() const {
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

long stager::elements_in_line() const {
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

} // namespace tiramisu::core
