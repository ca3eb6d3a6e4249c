#include "polyhedral/run_time_bounds.h"

#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::poly {

namespace {

isl_space *with_parameter(isl_space *space, const std::string &name) {
    if (isl_space_find_dim_by_name(space, isl_dim_param, name.c_str()) >= 0) {
        return space;
    }
    const auto at = static_cast<unsigned>(isl_space_dim(space, isl_dim_param));
    space = isl_space_add_dims(space, isl_dim_param, 1);
    return isl_space_set_dim_name(space, isl_dim_param, at, name.c_str());
}

isl::pw_aff variable(isl_space *space, isl_dim_type type, int at) {
    return isl::manage(isl_pw_aff_var_on_domain(isl_local_space_from_space(isl_space_copy(space)),
                                                type, static_cast<unsigned>(at)));
}

isl::pw_aff parameter_of(isl_space *space, const std::string &name) {
    return variable(space, isl_dim_param,
                    isl_space_find_dim_by_name(space, isl_dim_param, name.c_str()));
}

// Whether the value in { S[f, k] -> [value] } is another for other values of the dimension.
bool depends_on(const isl::map &value, int dim) {
    isl_map *rest = isl_map_project_out(value.copy(), isl_dim_in, static_cast<unsigned>(dim), 1);
    return !isl::manage(rest).is_single_valued();
}

} // namespace

isl::set scheduled_statement::domain_inside(int level) const {
    isl::set inside = domain;
    for (const run_time_bound &bound : bounds) {
        if (bound.level <= level) {
            inside = inside.intersect(bound.instances);
        }
    }
    return inside;
}

isl::map scheduled_statement::loops_inside(int level) const {
    isl::map inside = loops.divided().intersect_domain(domain_inside(level));
    for (const run_time_bound &bound : bounds) {
        if (bound.level > level) {
            inside = without_parameter(inside, bound.parameter);
        }
    }
    return inside;
}

isl::set instances_within(const isl::set &domain, int dim, const std::string &parameter,
                          bool is_upper) {
    isl_space *space = with_parameter(isl_set_get_space(domain.get()), parameter);
    const isl::pw_aff self = variable(space, isl_dim_set, dim);
    const isl::pw_aff bound = parameter_of(space, parameter);
    isl_space_free(space);
    return is_upper ? self.lt_set(bound) : self.ge_set(bound);
}

int outermost_loop_over(const isl::map &loops, int dim) {
    int level = 0;
    while (level < range_dims(loops) && !depends_on(keep_range(loops, level, 1), dim)) {
        ++level;
    }
    return level;
}

isl::map value_from_loops(const isl::map &loops, int levels, int dim) {
    // { S[f, k] -> [x] }
    const isl::map value = keep_range(identity_loops(loops.domain()), dim, 1);
    return keep_range(loops, 0, levels).reverse().apply_range(value).coalesce();
}

std::optional<isl::pw_aff> first_value_from_loops(const isl::map &loops, int levels, int dim) {
    const isl::map values = value_from_loops(loops, levels, dim);
    const isl::set points = isl::manage(isl_map_wrap(values.copy()));
    const auto value = static_cast<unsigned>(levels);
    if (isl_set_dim_has_lower_bound(points.get(), isl_dim_set, value) != isl_bool_true) {
        return std::nullopt;
    }
    return values.lexmin().as_pw_multi_aff().at(0);
}

bool is_determined(const isl::map &loops, int levels, int dim) {
    return value_from_loops(loops, levels, dim).is_single_valued();
}

std::optional<isl::map> counted_from_bound(const isl::map &loops, int level, int dim,
                                           const std::string &parameter, bool is_upper) {
    if (!depends_on(keep_range(loops, level, 1), dim)) {
        return std::nullopt;
    }
    isl_space *space = isl_space_domain(isl_map_get_space(loops.get()));
    space = with_parameter(space, parameter);
    const isl::pw_aff self = variable(space, isl_dim_set, dim);
    const isl::pw_aff bound = parameter_of(space, parameter);
    isl_space_free(space);

    const isl::pw_multi_aff values = loops.as_pw_multi_aff();
    const isl::pw_aff value = values.at(level);
    const isl::pw_aff offset = is_upper ? value.add(self) : value.sub(self);
    if (isl_pw_aff_is_cst(offset.get()) != isl_bool_true) {
        return std::nullopt;
    }
    const isl::pw_aff count = is_upper ? bound.sub(self).add_constant(-1) : self.sub(bound);
    return isl::manage(isl_pw_multi_aff_set_pw_aff(values.copy(), static_cast<unsigned>(level),
                                                   count.copy()))
        .as_map();
}

std::optional<int> unbounded_loop(const scheduled_statement &statement) {
    for (int level = 0; level < statement.depth(); ++level) {
        const isl::set iterations = keep_range(statement.loops_inside(level), 0, level + 1).range();
        if (!iterations.is_empty() &&
            isl_set_dim_is_bounded(iterations.get(), isl_dim_set, static_cast<unsigned>(level)) !=
                isl_bool_true) {
            return level;
        }
    }
    return std::nullopt;
}

isl::map with_parameter_replaced(const isl::map &relation, const std::string &parameter,
                                 const std::string &by) {
    const int at = isl_map_find_dim_by_name(relation.get(), isl_dim_param, parameter.c_str());
    return at < 0 ? relation
                  : isl::manage(isl_map_set_dim_name(relation.copy(), isl_dim_param,
                                                     static_cast<unsigned>(at), by.c_str()));
}

isl::set with_parameter_replaced(const isl::set &set, const std::string &parameter,
                                 const std::string &by) {
    const isl::map as_map = isl::manage(isl_map_from_range(set.copy()));
    return with_parameter_replaced(as_map, parameter, by).range();
}

} // namespace tiramisu::poly
