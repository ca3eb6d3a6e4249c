#include "polyhedral/loop_steps.h"

#include <optional>

#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"
#include "polyhedral/window.h"

namespace tiramisu::poly {

namespace {

/// { [d] : d = y - x for two points of the range that belong to one of the domain }
isl::set differences(const isl::map &relation) {
    return relation.reverse().apply_range(relation).deltas();
}

double span_of(const isl::set &differences, int dim, double unknown) {
    if (differences.is_empty()) {
        return 0;
    }
    const auto greatest = greatest_value(differences, dim);
    return greatest ? static_cast<double>(*greatest + 1) : unknown;
}

/// The value that a dimension has everywhere, if that is one.
std::optional<long> only_value(const isl::set &set, int dim) {
    long value = 0;
    if (fixed_value(set, dim, value)) {
        return value;
    }
    const auto least = least_value(set, dim), greatest = greatest_value(set, dim);
    return least && least == greatest ? least : std::nullopt;
}

bool is_zero(const isl::set &differences) {
    return differences.subtract(origin_of(differences)).is_empty();
}

} // namespace

isl::map next_iteration(isl::ctx ctx, int loops, int level) {
    std::vector<isl::aff> same = dimensions(ctx, loops);
    isl::aff &counted = same[static_cast<std::size_t>(level)];
    counted = counted.add_constant(isl::val(ctx, 1));
    return from_functions(ctx, loops, same);
}

double largest_trip(const isl::map &loops, int level, double unknown) {
    const isl::set iterations = keep_range(loops, 0, level + 1).range();
    return span_of(differences(after_first_dims(iterations, level)), 0, unknown);
}

std::vector<int> dimensions_moved(const isl::map &loops, int level) {
    const isl::map next = next_iteration(loops.ctx(), range_dims(loops), level);
    // { S[d] } between instances that run one after the other in the loop
    const isl::set moved = loops.apply_range(next).apply_range(loops.reverse()).deltas();
    std::vector<int> found;
    for (int dim = 0; dim < set_dims(moved); ++dim) {
        if (!moved.is_empty() && only_value(moved, dim) != 0) {
            found.push_back(dim);
        }
    }
    return found;
}

double largest_span(const isl::map &touched, int level, int dim, double unknown) {
    const isl::map box = keep_range(footprint_of_outer_loops(touched, level), dim, 1);
    return span_of(differences(box), 0, unknown);
}

element_step step_of(const isl::map &touched, int level) {
    const isl::set iterations = touched.domain();
    const isl::map next = next_iteration(touched.ctx(), domain_dims(touched), level)
                              .intersect_domain(iterations)
                              .intersect_range(iterations);
    const auto moved = [&](const isl::map &pairs) {
        return pairs.apply_domain(touched).apply_range(touched).deltas();
    };
    element_step step;
    step.first.assign(static_cast<std::size_t>(range_dims(touched)), 0);
    if (next.is_empty()) {
        return step;
    }
    step.moves = !is_zero(moved(next));
    const isl::set first = moved(next.intersect_domain(next.domain().lexmin()));
    for (int dim = 0; dim < set_dims(first); ++dim) {
        step.first[static_cast<std::size_t>(dim)] = only_value(first, dim).value_or(0);
    }
    return step;
}

} // namespace tiramisu::poly
