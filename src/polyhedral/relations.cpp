#include "polyhedral/relations.h"

namespace tiramisu::poly {

namespace {

int parameter_position(const isl::set &set, const std::string &name) {
    return isl_set_find_dim_by_name(set.get(), isl_dim_param, name.c_str());
}

} // namespace

isl::set universe(isl::ctx ctx, std::size_t dims, const std::string &name) {
    isl_space *space = isl_space_set_alloc(ctx.get(), 0, static_cast<unsigned>(dims));
    if (!name.empty()) {
        space = isl_space_set_tuple_name(space, isl_dim_set, name.c_str());
    }
    return isl::manage(isl_set_universe(space));
}

isl::set universe(isl::ctx ctx, std::size_t dims, const std::vector<std::string> &parameters) {
    isl_space *space = isl_space_set_alloc(ctx.get(), static_cast<unsigned>(parameters.size()),
                                           static_cast<unsigned>(dims));
    for (std::size_t at = 0; at < parameters.size(); ++at) {
        space = isl_space_set_dim_name(space, isl_dim_param, static_cast<unsigned>(at),
                                       parameters[at].c_str());
    }
    return isl::manage(isl_set_universe(space));
}

isl::set origin_of(const isl::set &set) {
    return isl::manage(isl_set_from_point(isl_point_zero(isl_set_get_space(set.get()))));
}

isl::set insert_dims(const isl::set &set, int at, int n) {
    return isl::manage(isl_set_reset_tuple_id(isl_set_insert_dims(
        set.copy(), isl_dim_set, static_cast<unsigned>(at), static_cast<unsigned>(n))));
}

isl::set first_dims_as_parameters(const isl::set &set, int n) {
    isl_set *named = set.copy();
    for (int outer = 0; outer < n; ++outer) {
        const auto at = static_cast<unsigned>(outer);
        if (isl_set_has_dim_name(named, isl_dim_set, at) != isl_bool_true) {
            const std::string name = "c" + std::to_string(outer);
            named = isl_set_set_dim_name(named, isl_dim_set, at, name.c_str());
        }
    }
    const auto parameters = static_cast<unsigned>(isl_set_dim(named, isl_dim_param));
    return isl::manage(isl_set_move_dims(named, isl_dim_param, parameters, isl_dim_set, 0,
                                         static_cast<unsigned>(n)));
}

bool is_written_as_universe(const isl::set &set) {
    return isl_set_plain_is_universe(set.get()) == isl_bool_true;
}

bool is_written_alike(const isl::set &left, const isl::set &right) {
    return isl_set_plain_is_equal(left.get(), right.get()) == isl_bool_true;
}

bool is_written_alike(const isl::map &left, const isl::map &right) {
    return isl_map_plain_is_equal(left.get(), right.get()) == isl_bool_true;
}

isl::map identity_on(const isl::set &set) {
    return isl::manage(isl_set_identity(set.copy()));
}

isl::map identity_within(const isl::map &relation) {
    return isl::manage(isl_map_identity(isl_map_get_space(relation.get())));
}

isl::map all_pairs(const isl::set &from, const isl::set &to) {
    return isl::manage(isl_map_from_domain_and_range(from.copy(), to.copy()));
}

isl::map from_nothing(const isl::set &set) {
    return isl::manage(isl_map_from_range(set.copy()));
}

isl::map to_nothing(const isl::set &set) {
    return isl::manage(isl_map_from_domain(set.copy()));
}

isl::map after_first_dims(const isl::set &set, int n) {
    return isl::manage(isl_map_move_dims(isl_map_from_range(set.copy()), isl_dim_in, 0, isl_dim_out,
                                         0, static_cast<unsigned>(n)));
}

isl::map not_after(const isl::set &set) {
    return isl::manage(isl_map_lex_ge(isl_set_get_space(set.get())));
}

bool is_before_all(const isl::set &first, const isl::set &second) {
    return isl::manage(isl_set_lex_ge_set(first.copy(), second.copy())).is_empty();
}

isl::map with_any_value(const isl::map &relation) {
    return isl::manage(isl_map_add_dims(relation.copy(), isl_dim_out, 1));
}

isl::map with_range_value(const isl::map &relation, int dim, long value) {
    isl_val *number = isl_val_int_from_si(isl_map_get_ctx(relation.get()), value);
    return isl::manage(
        isl_map_fix_val(relation.copy(), isl_dim_out, static_cast<unsigned>(dim), number));
}

isl::map equated(const isl::map &relation, int from_dim, int to_dim) {
    return isl::manage(isl_map_equate(relation.copy(), isl_dim_in, from_dim, isl_dim_out, to_dim));
}

isl::map with_same_leading(const isl::map &relation, int count) {
    isl_map *same = isl_map_universe(isl_map_get_space(relation.get()));
    for (int dim = 0; dim < count; ++dim) {
        same = isl_map_equate(same, isl_dim_in, dim, isl_dim_out, dim);
    }
    return relation.intersect(isl::manage(same));
}

isl::map renamed_range(const isl::map &relation, const std::string &name) {
    return isl::manage(name.empty()
                           ? isl_map_reset_tuple_id(relation.copy(), isl_dim_out)
                           : isl_map_set_tuple_name(relation.copy(), isl_dim_out, name.c_str()));
}

isl::map unnamed_domain(const isl::map &relation) {
    return isl::manage(isl_map_reset_tuple_id(relation.copy(), isl_dim_in));
}

isl::map without_first_domain_dims(const isl::map &relation, int n, const std::string &name) {
    isl_map *rest = isl_map_project_out(relation.copy(), isl_dim_in, 0, static_cast<unsigned>(n));
    return isl::manage(isl_map_set_tuple_name(rest, isl_dim_in, name.c_str()));
}

isl::set flat_pairs(const isl::map &relation) {
    return isl::manage(isl_set_flatten(isl_map_wrap(relation.copy())));
}

isl::map of_same_spaces(const isl::union_map &all, const isl::map &other) {
    return isl::manage(isl_union_map_extract_map(all.get(), isl_map_get_space(other.get())));
}

isl::set with_values(const isl::set &set, const std::map<std::string, long> &values) {
    isl_set *fixed = set.copy();
    for (const auto &[name, value] : values) {
        const int at = isl_set_find_dim_by_name(fixed, isl_dim_param, name.c_str());
        if (at >= 0) {
            const auto first = static_cast<unsigned>(at);
            isl_val *number = isl_val_int_from_si(isl_set_get_ctx(fixed), value);
            fixed = isl_set_fix_val(fixed, isl_dim_param, first, number);
            fixed = isl_set_project_out(fixed, isl_dim_param, first, 1);
        }
    }
    return isl::manage(fixed);
}

isl::set without_parameter(const isl::set &set, const std::string &name) {
    const int at = parameter_position(set, name);
    return at < 0 ? set
                  : isl::manage(isl_set_project_out(set.copy(), isl_dim_param,
                                                    static_cast<unsigned>(at), 1));
}

bool depends_on(const isl::set &set, const std::string &parameter) {
    const int at = parameter_position(set, parameter);
    return at >= 0 && isl_set_involves_dims(set.get(), isl_dim_param, static_cast<unsigned>(at),
                                            1) == isl_bool_true;
}

std::vector<std::string> dim_names(const isl::set &set) {
    std::vector<std::string> names;
    for (int dim = 0; dim < isl_set_dim(set.get(), isl_dim_set); ++dim) {
        const char *name = isl_set_get_dim_name(set.get(), isl_dim_set, static_cast<unsigned>(dim));
        names.emplace_back(name == nullptr ? "" : name);
    }
    return names;
}

isl::set with_dim_names(const isl::set &set, const std::vector<std::string> &names) {
    isl_set *named = set.copy();
    for (std::size_t dim = 0; dim < names.size(); ++dim) {
        named = isl_set_set_dim_name(named, isl_dim_set, static_cast<unsigned>(dim),
                                     names[dim].c_str());
    }
    return isl::manage(named);
}

isl::map without_range(const isl::map &all, const isl::set &range) {
    return isl::manage(isl_map_subtract_range(all.copy(), range.copy()));
}

} // namespace tiramisu::poly
