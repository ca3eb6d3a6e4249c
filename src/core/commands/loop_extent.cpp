#include "core/commands/loop_extent.h"

#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/number_ranges.h"
#include "polyhedral/quasi_affine.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

// { [l0, ..., l_level] }
isl::set iterations_to(const isl::map &loops, const isl::set &domain, int level) {
    return poly::keep_range(loops.intersect_domain(domain), 0, level + 1).range();
}

} // namespace

std::optional<long> largest_extent(const isl::map &loops, const isl::set &domain, int level) {
    // { [l0, ..., l_(level-1)] -> [l_level] }
    const isl::map nest = poly::after_first_dims(iterations_to(loops, domain, level), level);
    // Differences of two values under the same outer iteration.
    const isl::set differences = nest.reverse().apply_range(nest).deltas();
    if (differences.is_empty()) {
        return 0;
    }
    const auto span = poly::greatest_value(differences, 0);
    return span ? std::optional(*span + 1) : std::nullopt;
}

// Loops are functions of the iterators: where numbers bound these, they bound all loops.
bool has_known_extent(const isl::map &loops, const isl::set &domain, int level) {
    return poly::ranges_by_numbers(domain) || largest_extent(loops, domain, level).has_value();
}

bool has_constant_extent(const isl::map &loops, const isl::set &domain, int level) {
    // { [l_level] } with the loops around as parameters
    const isl::set iterations =
        poly::first_dims_as_parameters(iterations_to(loops, domain, level), level);
    const isl::pw_aff span =
        poly::greatest_of_dim(iterations, 0).sub(poly::least_of_dim(iterations, 0));
    long value = 0;
    return poly::fixed_value(span.as_set(), 0, value);
}

std::optional<loop_bounds> all_values(const isl::map &loops, const isl::set &domain, int level) {
    const isl::set values =
        poly::project_out(iterations_to(loops, domain, level), 0, level); // { [l_level] }
    if (values.is_empty()) {
        return loop_bounds{0, 1};
    }
    const auto lower = poly::least_value(values, 0), upper = poly::greatest_value(values, 0);
    return lower && upper ? std::optional(loop_bounds{*lower, *upper - *lower + 1}) : std::nullopt;
}

std::optional<loop_bounds> constant_bounds(const isl::map &loops, const isl::set &domain,
                                           int level) {
    const auto all = all_values(loops, domain, level);
    const bool is_one_range =
        all && (domain.is_empty() || largest_extent(loops, domain, level) == all->extent);
    return is_one_range ? all : std::nullopt;
}

} // namespace tiramisu::core
