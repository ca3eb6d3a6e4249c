#include "polyhedral/window.h"

#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/relations.h"
#include "polyhedral/work_limit.h"

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

// { name[l, r] -> [l] } and { name[l, r] -> P[o + r] }
struct positions {
    isl::pw_multi_aff iteration, point;
};

positions positions_of(const window &box, const std::string &name) {
    const isl::space from = box.footprint.space().domain();
    const unsigned loops = static_cast<unsigned>(domain_dims(box.footprint));
    const unsigned dims = static_cast<unsigned>(range_dims(box.footprint));
    isl_space *both = isl_space_add_dims(from.copy(), isl_dim_set, dims);
    both = isl_space_set_tuple_name(both, isl_dim_set, name.c_str());
    isl_multi_aff *iteration =
        isl_multi_aff_project_out_map(isl_space_copy(both), isl_dim_set, loops, dims);
    isl_multi_aff *relative = isl_multi_aff_project_out_map(both, isl_dim_set, 0, loops);
    if (box.footprint.has_range_tuple_id()) {
        relative = isl_multi_aff_set_tuple_id(relative, isl_dim_out,
                                              box.footprint.range_tuple_id().release());
    }
    isl_pw_multi_aff *corner = isl_pw_multi_aff_pullback_multi_aff(
        isl_pw_multi_aff_from_map(box.offset.copy()), isl_multi_aff_copy(iteration));
    return {isl::manage(isl_pw_multi_aff_from_multi_aff(iteration)),
            isl::manage(isl_pw_multi_aff_add(corner, isl_pw_multi_aff_from_multi_aff(relative)))};
}

// { name[l, r] } of the footprint's points. Put into its formulas, and not projected out of the
// pairs [l] -> P[e]: divisions, such as those that remainders in an access leave behind, stay
// formulas, and are not told apart into cases.
isl::set points_at(const window &box, const positions &where) {
    isl_pw_multi_aff *both =
        isl_pw_multi_aff_range_product(where.iteration.copy(), where.point.copy());
    return isl::manage(isl_set_preimage_pw_multi_aff(box.footprint.wrap().release(), both));
}

// The same with a formula for each variable that tells which points there are, such as iterators of
// tiles that are no loops any more: more pieces, of which other sets are made without searching.
// Nothing where finding them takes too long.
std::optional<isl::map> with_formulas(const isl::map &points) {
    constexpr unsigned long most_work = 50000;
    const work_limit limit(points.ctx(), most_work);
    try {
        return isl::manage(isl_map_compute_divs(points.copy())).coalesce();
    } catch (const isl::exception &) {
        return std::nullopt;
    }
}

// { [l] -> P[e] : e in points } for iterations of a footprint
isl::map in_all_iterations(const isl::map &footprint, const isl::set &points) {
    isl_set *iterations = isl_set_universe(isl_space_domain(isl_map_get_space(footprint.get())));
    return isl::manage(isl_map_from_domain_and_range(iterations, points.copy()));
}

// { P[e] : least <= e <= greatest } of points, where these are numbers.
std::optional<isl::set> box_of_numbers(const isl::set &points) {
    isl::set box = isl::set::universe(points.space());
    for (int dim = 0; dim < set_dims(points); ++dim) {
        const auto least = least_value(points, dim), greatest = greatest_value(points, dim);
        if (!least || !greatest) {
            return std::nullopt;
        }
        box = dim_within(box, dim, *least, *greatest).intersect(box);
    }
    return box;
}

} // namespace

std::optional<window> bounding_window(const isl::map &footprint) {
    const isl::map points = footprint.coalesce();
    const bool is_empty = points.is_empty();
    const isl::set touched = is_empty ? origin_of(points.range()) : points.range();
    isl::fixed_box box =
        (is_empty ? in_all_iterations(points, touched) : points).range_simple_fixed_box_hull();
    if (!box.is_valid()) {
        box = in_all_iterations(points, touched).range_simple_fixed_box_hull();
    }
    if (!box.is_valid()) {
        // The hull looks at constraints one by one, and not at what divisions in several of them
        // have to do with one another.
        const auto numbers = box_of_numbers(touched);
        if (!numbers) {
            return std::nullopt;
        }
        box = in_all_iterations(points, *numbers).range_simple_fixed_box_hull();
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

isl::map in_few_pieces(const isl::map &footprint, int most, const isl::set &iterations) {
    const auto told = with_formulas(footprint);
    if (told && isl_map_n_basic_map(told->get()) <= most) {
        return *told;
    }
    const auto box = bounding_window(footprint);
    return box ? all_points(*box).intersect_domain(iterations) : footprint;
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
    // Every set made of these points would copy divisions that are not needed.
    const isl::set points = points_at(box, positions_of(box, name));
    return isl::manage(isl_set_compute_divs(points.copy())).coalesce();
}

isl::map absolute_points(const window &box, const std::string &name) {
    const positions where = positions_of(box, name);
    return where.point.as_map().intersect_domain(points_at(box, where)).coalesce();
}

isl::map touched_points(const window &box, const isl::map &iteration, const isl::map &points,
                        const std::string &name) {
    const isl::map relative = difference(points, iteration.apply_range(box.offset));
    return with_range_name(side_by_side(iteration, relative), name);
}

} // namespace tiramisu::poly
