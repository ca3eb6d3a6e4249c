#include "tiramisu/isl_bounds.h"

#include "core/program/ast_expressions.h"
#include "polyhedral/isl_bridge.h"
#include "tiramisu/error.h"

namespace tiramisu::utility {

namespace {

// { S[i, j, k] } -> { [j] } for dimension 1, with i a parameter
isl::set values_inside_outer_dims(const isl::set &set, int dimension) {
    isl_set *values =
        poly::project_out(set, dimension + 1, poly::set_dims(set) - dimension - 1).release();
    for (int outer = 0; outer < dimension; ++outer) {
        const auto at = static_cast<unsigned>(outer);
        if (isl_set_has_dim_name(values, isl_dim_set, at) != isl_bool_true) {
            const std::string name = "c" + std::to_string(outer);
            values = isl_set_set_dim_name(values, isl_dim_set, at, name.c_str());
        }
    }
    const auto parameters = static_cast<unsigned>(isl_set_dim(values, isl_dim_param));
    return isl::manage(isl_set_move_dims(values, isl_dim_param, parameters, isl_dim_set, 0,
                                         static_cast<unsigned>(dimension)));
}

bool is_bounded(const isl::set &values, bool above) {
    const isl_bool found = above ? isl_set_dim_has_upper_bound(values.get(), isl_dim_set, 0)
                                 : isl_set_dim_has_lower_bound(values.get(), isl_dim_set, 0);
    return found == isl_bool_true;
}

expr parameters_to_expr(const isl::pw_aff &value) {
    isl_ast_build *build = isl_ast_build_alloc(isl_pw_aff_get_ctx(value.get()));
    const auto text = isl::manage(isl_ast_build_expr_from_pw_aff(build, value.copy()));
    isl_ast_build_free(build);
    return core::to_expr(text);
}

void require(bool holds, const std::string &problem, source_place where) {
    if (!holds) {
        throw user_error("utility", "get_bound", problem, where);
    }
}

} // namespace

expr get_bound(::isl_set *set, int dimension, int upper, source_place where) {
    require(set != nullptr, "the set is a null pointer", where);
    const isl::set given = isl::manage_copy(set);
    const std::string quoted = "\"" + poly::to_text(given) + "\"";
    require(dimension >= 0 && dimension < poly::set_dims(given),
            quoted + " has no dimension " + std::to_string(dimension) + "; it has " +
                std::to_string(poly::set_dims(given)) + ", counted from 0",
            where);
    require(!given.is_empty(), quoted + " is empty, so it has no bounds", where);
    const bool above = upper != 0;
    const isl::set values = values_inside_outer_dims(given, dimension);
    require(is_bounded(values, above),
            "dimension " + std::to_string(dimension) + " of " + quoted + " has no " +
                (above ? "upper" : "lower") + " bound",
            where);
    return parameters_to_expr(
        isl::manage(above ? isl_set_dim_max(values.copy(), 0) : isl_set_dim_min(values.copy(), 0)));
}

std::string get_parameters_list(::isl_set *set) {
    std::string list;
    for (const std::string &name : poly::parameter_names(isl::manage_copy(set))) {
        list += (list.empty() ? "" : ", ") + name;
    }
    return list;
}

} // namespace tiramisu::utility
