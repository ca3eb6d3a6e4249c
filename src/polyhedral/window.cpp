#include "polyhedral/window.h"

#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::poly {

namespace {

isl::map with_range_name(const isl::map &map, const std::string &name) {
    return isl::manage(isl_map_set_tuple_name(map.copy(), isl_dim_out, name.c_str()));
}

// { X[x] -> P[e - o] } from { X[x] -> P[e] } and { X[x] -> P[o] }
isl::map difference(const isl::map &points, const isl::map &origin) {
    return isl::manage(isl_map_sum(points.copy(), isl_map_neg(origin.copy())));
}

// { [l] -> P[e] : o <= e < o + size }
isl::map all_points(const window &box) {
    isl_space *space = isl_map_get_space(box.offset.get());
    space = isl_space_map_from_set(isl_space_range(space));
    isl_map *within = isl_map_universe(isl_space_copy(space)); // { P[o] -> P[e] }
    isl_local_space *local = isl_local_space_from_space(space);
    for (std::size_t dim = 0; dim < box.sizes.size(); ++dim) {
        const int at = static_cast<int>(dim);
        for (const int sign : {1, -1}) { // e - o >= 0 and o - e + size - 1 >= 0
            isl_constraint *side = isl_constraint_alloc_inequality(isl_local_space_copy(local));
            side = isl_constraint_set_coefficient_si(side, isl_dim_out, at, sign);
            side = isl_constraint_set_coefficient_si(side, isl_dim_in, at, -sign);
            side = isl_constraint_set_constant_si(
                side, sign > 0 ? 0 : static_cast<int>(box.sizes[dim]) - 1);
            within = isl_map_add_constraint(within, side);
        }
    }
    isl_local_space_free(local);
    return box.offset.apply_range(isl::manage(within));
}

isl::map simple_hull(const isl::map &points) {
    return isl::manage(isl_map_from_basic_map(isl_map_simple_hull(points.copy())));
}

// { [[l] -> P[e]] -> name[l, e - o] }
isl::map to_relative(const window &box, const std::string &name) {
    const isl::map iteration = isl::manage(isl_map_domain_map(box.footprint.copy()));
    const isl::map point = isl::manage(isl_map_range_map(box.footprint.copy()));
    return touched_points(box, iteration, point, name);
}

} // namespace

std::optional<window> bounding_window(const isl::map &footprint) {
    const isl::map points = footprint.coalesce();
    const isl::fixed_box box = points.range_simple_fixed_box_hull();
    if (!box.is_valid()) {
        return std::nullopt;
    }
    window found{points, box.offset().as_map(), {}};
    for (int dim = 0; dim < range_dims(points); ++dim) {
        found.sizes.push_back(to_long(box.size().at(dim)));
    }
    return found;
}

isl::map in_one_piece(const isl::map &footprint) {
    const auto box = bounding_window(footprint);
    const isl::map whole =
        box ? all_points(*box).intersect_domain(footprint.domain()) : simple_hull(footprint);
    return whole.is_subset(footprint) ? whole : footprint;
}

isl::set in_one_piece(const isl::set &points) {
    return in_one_piece(isl::manage(isl_map_from_range(points.copy()))).range();
}

isl::map footprint_of_outer_loops(const isl::map &footprint, int kept) {
    const isl::map outer = keep_range(identity_loops(footprint.domain()), 0, kept);
    return outer.reverse().apply_range(footprint);
}

isl::map first_touches(const isl::map &footprint, int kept) {
    // { [[l] -> P[e]] -> [l] } and { [[l] -> P[e]] -> [[k] -> P[e]] }
    const isl::map iteration = isl::manage(isl_map_domain_map(footprint.copy()));
    const isl::map point = isl::manage(isl_map_range_map(footprint.copy()));
    const isl::map kept_point = keep_range(iteration, 0, kept).range_product(point);
    // { [[k] -> P[e]] -> [l] : the first l }
    const isl::map first = kept_point.reverse().apply_range(iteration).lexmin();
    isl_map *touches = isl_map_range_factor_range(first.reverse().release());
    return isl::manage(isl_map_compute_divs(touches)).coalesce();
}

std::vector<isl::pw_aff> corner(const window &box) {
    std::vector<isl::pw_aff> formulas;
    isl_pw_multi_aff *all = isl_pw_multi_aff_from_map(box.offset.copy());
    for (int dim = 0; dim < range_dims(box.offset); ++dim) {
        formulas.push_back(isl::manage(isl_pw_multi_aff_get_pw_aff(all, dim)));
    }
    isl_pw_multi_aff_free(all);
    return formulas;
}

isl::set relative_points(const window &box, const std::string &name) {
    // Every set made of these points would copy divisions that are not needed, such as those that
    // remainders in an access leave behind.
    return isl::manage(isl_set_compute_divs(to_relative(box, name).range().release())).coalesce();
}

isl::map absolute_points(const window &box, const std::string &name) {
    const isl::map point = isl::manage(isl_map_range_map(box.footprint.copy()));
    return to_relative(box, name).reverse().apply_range(point).coalesce();
}

isl::map touched_points(const window &box, const isl::map &iteration, const isl::map &points,
                        const std::string &name) {
    const isl::map relative = difference(points, iteration.apply_range(box.offset));
    return with_range_name(side_by_side(iteration, relative), name);
}

} // namespace tiramisu::poly
