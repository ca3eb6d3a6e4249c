#include "tiramisu/isl_bounds.h"

#include "core/program/ast_expressions.h"
#include "polyhedral/ast_expression.h"
#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"
#include "polyhedral/relations.h"
#include "tiramisu/error.h"

namespace tiramisu::utility {

namespace {

// { S[i, j, k] } -> { [j] } for dimension 1, with i a parameter
isl::set values_inside_outer_dims(const isl::set &set, int dimension) {
    const int inner = poly::set_dims(set) - dimension - 1;
    return poly::first_dims_as_parameters(poly::project_out(set, dimension + 1, inner), dimension);
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
    require(above ? poly::has_upper_bound(values, 0) : poly::has_lower_bound(values, 0),
            "dimension " + std::to_string(dimension) + " of " + quoted + " has no " +
                (above ? "upper" : "lower") + " bound",
            where);
    return core::to_expr(poly::as_expression(above ? poly::greatest_of_dim(values, 0)
                                                   : poly::least_of_dim(values, 0)));
}

std::string get_parameters_list(::isl_set *set) {
    std::string list;
    for (const std::string &name : poly::parameter_names(isl::manage_copy(set))) {
        list += (list.empty() ? "" : ", ") + name;
    }
    return list;
}

} // namespace tiramisu::utility
