#include "polyhedral/loop_middle.h"

#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

namespace {

isl::set with(const isl::set &set, int dim, long value) {
    return set.intersect(dim_within(set, dim, value, value));
}

std::optional<long> span(const isl::set &set, int dim) {
    if (set.is_empty()) {
        return 0;
    }
    const auto least = least_value(set, dim), greatest = greatest_value(set, dim);
    return least && greatest ? std::optional(*greatest - *least + 1) : std::nullopt;
}

/// The coordinates of the only point; nothing where there is not one.
std::optional<std::vector<long>> only_point(const isl::set &set) {
    std::vector<long> found;
    for (int dim = 0; dim < set_dims(set); ++dim) {
        if (set.is_empty() || span(set, dim) != 1) {
            return std::nullopt;
        }
        found.push_back(*least_value(set, dim));
    }
    return found;
}

isl::set touched_in(const isl::map &touched, const isl::set &iterations) {
    return touched.intersect_domain(iterations).range();
}

} // namespace

loop_middle::loop_middle(const isl::set &iterations) : iterations_(iterations) {
    isl::set inside = iterations;
    for (int level = 0; level < set_dims(iterations); ++level) {
        const auto least = least_value(inside, level), greatest = greatest_value(inside, level);
        trips_.push_back(span(inside, level));
        const long first = least.value_or(0);
        middle_.push_back(first + (greatest.value_or(first) - first) / 2);
        inside = with(inside, level, middle_.back());
    }
}

/// { [l] } with the loops around that at `level` in their middle.
isl::set loop_middle::inside(int level) const {
    isl::set some = iterations_;
    for (int outer = 0; outer < level; ++outer) {
        some = with(some, outer, middle_[static_cast<std::size_t>(outer)]);
    }
    return some;
}

/// The same in one iteration of that loop.
isl::set loop_middle::iteration(int level, long value) const {
    return with(inside(level), level, value);
}

std::vector<std::optional<long>> loop_middle::spans(const isl::map &touched, int level) const {
    const isl::set elements = touched_in(touched, inside(level));
    std::vector<std::optional<long>> found;
    for (int dim = 0; dim < set_dims(elements); ++dim) {
        found.push_back(span(elements, dim));
    }
    return found;
}

element_step loop_middle::step(const isl::map &touched, int level) const {
    const long middle = middle_[static_cast<std::size_t>(level)];
    const isl::set here = iteration(level, middle);
    element_step found;
    found.by.assign(static_cast<std::size_t>(range_dims(touched)), 0);
    found.moves = !touched_in(touched, inside(level)).is_subset(touched_in(touched, here));
    // From the first instance of an iteration to the first of the next one.
    const isl::set there = iteration(level, middle + 1);
    if (here.is_empty() || there.is_empty()) {
        return found;
    }
    const auto now = only_point(touched_in(touched, here.lexmin())),
               next = only_point(touched_in(touched, there.lexmin()));
    for (std::size_t dim = 0; now && next && dim < found.by.size(); ++dim) {
        found.by[dim] = (*next)[dim] - (*now)[dim];
    }
    return found;
}

std::vector<int> loop_middle::dimensions_moved(const isl::map &touched, int level) const {
    const isl::set all = touched_in(touched, inside(level)),
                   one = touched_in(touched,
                                    iteration(level, middle_[static_cast<std::size_t>(level)]));
    std::vector<int> found;
    for (int dim = 0; dim < set_dims(all); ++dim) {
        if (span(all, dim) != span(one, dim)) {
            found.push_back(dim);
        }
    }
    return found;
}

} // namespace tiramisu::poly
