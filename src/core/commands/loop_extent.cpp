#include "core/commands/loop_extent.h"

#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

// Takes the value.
std::optional<long> integer(isl_val *value) {
    const isl::val owned = isl::manage(value);
    return isl_val_is_int(owned.get()) == isl_bool_true
               ? std::optional(isl_val_get_num_si(owned.get()))
               : std::nullopt;
}

// { [l0, ..., l_level] }
isl::set iterations_to(const isl::map &loops, const isl::set &domain, int level) {
    return poly::keep_range(loops.intersect_domain(domain), 0, level + 1).range();
}

} // namespace

std::optional<long> largest_extent(const isl::map &loops, const isl::set &domain, int level) {
    // { [l0, ..., l_(level-1)] -> [l_level] }
    isl_map *nest = isl_map_from_range(iterations_to(loops, domain, level).release());
    nest = isl_map_move_dims(nest, isl_dim_in, 0, isl_dim_out, 0, static_cast<unsigned>(level));
    // Differences of two values under the same outer iteration.
    isl_map *pairs = isl_map_apply_range(isl_map_reverse(isl_map_copy(nest)), nest);
    const isl::set differences = isl::manage(isl_map_deltas(pairs));
    if (differences.is_empty()) {
        return 0;
    }
    const auto span = integer(isl_set_dim_max_val(differences.copy(), 0));
    return span ? std::optional(*span + 1) : std::nullopt;
}

bool has_constant_extent(const isl::map &loops, const isl::set &domain, int level) {
    isl_set *iterations = iterations_to(loops, domain, level).release();
    const isl_size parameters = isl_set_dim(iterations, isl_dim_param);
    // { [l_level] } with the loops around as parameters
    iterations = isl_set_move_dims(iterations, isl_dim_param, static_cast<unsigned>(parameters),
                                   isl_dim_set, 0, static_cast<unsigned>(level));
    isl_pw_aff *last = isl_set_dim_max(isl_set_copy(iterations), 0);
    const isl::pw_aff span = isl::manage(isl_pw_aff_sub(last, isl_set_dim_min(iterations, 0)));
    long value = 0;
    return poly::fixed_value(isl::manage(isl_set_from_pw_aff(span.copy())), 0, value);
}

std::optional<loop_bounds> constant_bounds(const isl::map &loops, const isl::set &domain,
                                           int level) {
    const isl::set values =
        poly::project_out(iterations_to(loops, domain, level), 0, level); // { [l_level] }
    if (values.is_empty()) {
        return loop_bounds{0, 1};
    }
    const auto lower = integer(isl_set_dim_min_val(values.copy(), 0));
    const auto upper = integer(isl_set_dim_max_val(values.copy(), 0));
    const auto extent = largest_extent(loops, domain, level);
    if (!lower || !upper || extent != *upper - *lower + 1) {
        return std::nullopt;
    }
    return loop_bounds{*lower, *extent};
}

} // namespace tiramisu::core
