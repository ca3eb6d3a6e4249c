#include "core/loop_extent.h"

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
