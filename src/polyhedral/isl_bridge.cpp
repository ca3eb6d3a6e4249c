#include "polyhedral/isl_bridge.h"

#include <cstdlib>

#include "polyhedral/work_limit.h"
#include "tiramisu/error.h"

namespace tiramisu::poly {

namespace {

std::string text_or_empty(const char *text) {
    return text == nullptr ? "" : text;
}

std::string taken(char *text) {
    std::string result = text_or_empty(text);
    free(text);
    return result;
}

} // namespace

context_owner make_context() {
    isl_ctx *ctx = isl_ctx_alloc();
    isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
    isl_options_set_ast_build_atomic_upper_bound(ctx, 1);
    isl_options_set_ast_build_exploit_nested_bounds(ctx, 1);
    return context_owner(ctx);
}

std::string last_error(isl::ctx ctx) {
    return text_or_empty(isl_ctx_last_error_msg(ctx.get()));
}

std::string last_error_in_brackets(isl::ctx ctx) {
    const std::string why = last_error(ctx);
    return why.empty() ? "" : " (" + why + ")";
}

std::string to_text(const isl::map &map) {
    const unlimited_work whole(map.ctx().get());
    return taken(isl_map_to_str(map.get()));
}

std::string to_text(const isl::val &value) {
    return taken(isl_val_to_str(value.get()));
}

std::string to_text(const isl::set &set) {
    const unlimited_work whole(set.ctx().get());
    return taken(isl_set_to_str(set.get()));
}

long to_long(const isl::val &value) {
    const long number = isl_val_get_num_si(value.get());
    // isl answers 0 where the number does not fit.
    if (number == 0 && !value.is_zero()) {
        isl::exception::throw_last_error(value.ctx());
    }
    return number;
}

int domain_dims(const isl::map &map) {
    return static_cast<int>(isl_map_dim(map.get(), isl_dim_in));
}

int range_dims(const isl::map &map) {
    return static_cast<int>(isl_map_dim(map.get(), isl_dim_out));
}

int set_dims(const isl::set &set) {
    return static_cast<int>(isl_set_dim(set.get(), isl_dim_set));
}

std::string set_name(const isl::set &set) {
    return text_or_empty(isl_set_get_tuple_name(set.get()));
}

std::string domain_name(const isl::map &map) {
    return text_or_empty(isl_map_get_tuple_name(map.get(), isl_dim_in));
}

std::string range_name(const isl::map &map) {
    return text_or_empty(isl_map_get_tuple_name(map.get(), isl_dim_out));
}

isl::set renamed(const isl::set &set, const std::string &name) {
    return isl::manage(isl_set_set_tuple_name(set.copy(), name.c_str()));
}

isl::map renamed_domain(const isl::map &map, const std::string &name) {
    return isl::manage(isl_map_set_tuple_name(map.copy(), isl_dim_in, name.c_str()));
}

isl::set project_out(const isl::set &set, int first, int n) {
    return isl::manage(isl_set_project_out(set.copy(), isl_dim_set, static_cast<unsigned>(first),
                                           static_cast<unsigned>(n)));
}

isl::map keep_range(const isl::map &map, int first, int n) {
    const int total = range_dims(map);
    isl_map *kept = isl_map_project_out(map.copy(), isl_dim_out, static_cast<unsigned>(first + n),
                                        static_cast<unsigned>(total - first - n));
    return isl::manage(isl_map_project_out(kept, isl_dim_out, 0, static_cast<unsigned>(first)));
}

isl::map side_by_side(const isl::map &left, const isl::map &right) {
    return isl::manage(isl_map_flat_range_product(left.copy(), right.copy()));
}

bool is_same_text(const isl::map &left, const isl::map &right) {
    return isl_map_plain_is_equal(left.get(), right.get()) == isl_bool_true;
}

isl::map select_range(const isl::map &map, const std::vector<int> &dims) {
    const int total = range_dims(map);
    const std::vector<isl::aff> all = dimensions(map.ctx(), total);
    std::vector<isl::aff> selected;
    for (const int dim : dims) {
        selected.push_back(all[static_cast<std::size_t>(dim)]);
    }
    return map.apply_range(from_functions(map.ctx(), total, selected));
}

isl::map insert_range_constant(const isl::map &map, int at, int value) {
    isl_map *wider = isl_map_insert_dims(map.copy(), isl_dim_out, static_cast<unsigned>(at), 1);
    return isl::manage(isl_map_fix_si(wider, isl_dim_out, static_cast<unsigned>(at), value));
}

bool is_bounded(const isl::set &set, int dim) {
    // Of a set with other dimensions isl tells whether they bound this one.
    const isl::set alone = project_out(project_out(set, dim + 1, set_dims(set) - dim - 1), 0, dim);
    return isl_set_dim_is_bounded(alone.get(), isl_dim_set, 0) == isl_bool_true;
}

bool is_bounded(const isl::set &set) {
    for (int dim = 0; dim < set_dims(set); ++dim) {
        if (!is_bounded(set, dim)) {
            return false;
        }
    }
    return true;
}

bool involves_dim(const isl::set &set, int dim) {
    return isl_set_involves_dims(set.get(), isl_dim_set, static_cast<unsigned>(dim), 1) ==
           isl_bool_true;
}

namespace {

bool take_whole(isl_val *found, long &value) {
    if (isl_val_is_int(found) != isl_bool_true) {
        isl_val_free(found);
        return false;
    }
    value = to_long(isl::manage(found));
    return true;
}

} // namespace

bool fixed_value(const isl::set &set, int dim, long &value) {
    return take_whole(
        isl_set_plain_get_val_if_fixed(set.get(), isl_dim_set, static_cast<unsigned>(dim)), value);
}

bool fixed_value(const isl::map &map, int dim, long &value) {
    return take_whole(
        isl_map_plain_get_val_if_fixed(map.get(), isl_dim_out, static_cast<unsigned>(dim)), value);
}

isl::map without_parameter(const isl::map &relation, const std::string &name) {
    const int at = isl_map_find_dim_by_name(relation.get(), isl_dim_param, name.c_str());
    return at < 0 ? relation
                  : isl::manage(isl_map_project_out(relation.copy(), isl_dim_param,
                                                    static_cast<unsigned>(at), 1));
}

std::vector<std::string> parameter_names(const isl::set &set) {
    std::vector<std::string> names;
    const auto count = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_param));
    for (unsigned i = 0; i < count; ++i) {
        names.push_back(text_or_empty(isl_set_get_dim_name(set.get(), isl_dim_param, i)));
    }
    return names;
}

std::vector<std::string> involved_parameters(const isl::set &set) {
    std::vector<std::string> involved;
    const std::vector<std::string> names = parameter_names(set);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (isl_set_involves_dims(set.get(), isl_dim_param, static_cast<unsigned>(i), 1) ==
            isl_bool_true) {
            involved.push_back(names[i]);
        }
    }
    return involved;
}

namespace {

/// The part of the set in which parameters, from the first to the last, are above 0, but for those
/// with which it would be empty: they are sizes as a rule, and an example with sizes of 0 shows
/// little.
isl::set with_positive_parameters(isl::set set) {
    const auto count = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_param));
    for (unsigned i = 0; i < count; ++i) {
        const isl::set positive =
            isl::manage(isl_set_lower_bound_si(set.copy(), isl_dim_param, i, 1));
        if (!positive.is_empty()) {
            set = positive;
        }
    }
    return set;
}

std::vector<long> coordinates_of(const isl::point &point, isl_dim_type kind, int count) {
    std::vector<long> coordinates;
    for (int at = 0; at < count; ++at) {
        coordinates.push_back(
            to_long(isl::manage(isl_point_get_coordinate_val(point.get(), kind, at))));
    }
    return coordinates;
}

} // namespace

std::optional<example> find_example(const isl::set &set) {
    // Throws where isl gives up, as at the end of a work_limit.
    const isl::point point =
        isl::manage(isl_set_sample_point(with_positive_parameters(set).release()));
    if (isl_point_is_void(point.get()) != isl_bool_false) {
        return std::nullopt;
    }
    example found{coordinates_of(point, isl_dim_set, set_dims(set)), {}};
    const std::vector<std::string> names = parameter_names(set);
    const std::vector<long> values =
        coordinates_of(point, isl_dim_param, static_cast<int>(names.size()));
    for (std::size_t i = 0; i < names.size(); ++i) {
        found.parameters.emplace_back(names[i], values[i]);
    }
    return found;
}

example example_of(const isl::set &set) {
    std::optional<example> found = find_example(set);
    if (!found) {
        throw internal_error("there is no example of a point in the empty set " + to_text(set));
    }
    return *std::move(found);
}

std::vector<std::vector<long>> points_of(const isl::set &set) {
    std::vector<std::vector<long>> points;
    set.foreach_point([&, dims = set_dims(set)](const isl::point &point) {
        points.push_back(coordinates_of(point, isl_dim_set, dims));
    });
    return points;
}

std::vector<isl::aff> dimensions(isl::ctx ctx, int n) {
    const isl::space space =
        isl::manage(isl_space_set_alloc(ctx.get(), 0, static_cast<unsigned>(n)));
    std::vector<isl::aff> all;
    for (int dim = 0; dim < n; ++dim) {
        all.push_back(isl::manage(isl_aff_var_on_domain(isl_local_space_from_space(space.copy()),
                                                        isl_dim_set, static_cast<unsigned>(dim))));
    }
    return all;
}

isl::map from_functions(isl::ctx ctx, int n, const std::vector<isl::aff> &functions) {
    const auto count = static_cast<unsigned>(functions.size());
    isl_aff_list *list = isl_aff_list_alloc(ctx.get(), static_cast<int>(count));
    for (const isl::aff &one : functions) {
        list = isl_aff_list_add(list, one.copy());
    }
    isl_space *space = isl_space_alloc(ctx.get(), 0, static_cast<unsigned>(n), count);
    return isl::manage(isl_map_from_multi_aff(isl_multi_aff_from_aff_list(space, list)));
}

isl::map equal_prefix(isl::ctx ctx, int length, int n) {
    const auto dims = static_cast<unsigned>(length);
    isl_map *equal = isl_map_universe(isl_space_alloc(ctx.get(), 0, dims, dims));
    for (int i = 0; i < n; ++i) {
        equal = isl_map_equate(equal, isl_dim_in, i, isl_dim_out, i);
    }
    return isl::manage(equal);
}

isl::map differ_first_at(isl::ctx ctx, int length, int at) {
    const isl::map equal = equal_prefix(ctx, length, at);
    isl_map *less = isl_map_order_lt(equal.copy(), isl_dim_in, at, isl_dim_out, at);
    isl_map *greater = isl_map_order_gt(equal.copy(), isl_dim_in, at, isl_dim_out, at);
    return isl::manage(isl_map_union(less, greater));
}

} // namespace tiramisu::poly
