#include "polyhedral/constraints.h"

#include <algorithm>
#include <memory>

#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"

namespace tiramisu::poly {

namespace {

struct constraint_deleter {
    void operator()(isl_constraint *one) const { isl_constraint_free(one); }
    void operator()(isl_constraint_list *all) const { isl_constraint_list_free(all); }
};

using owned_constraint = std::unique_ptr<isl_constraint, constraint_deleter>;
using owned_constraints = std::unique_ptr<isl_constraint_list, constraint_deleter>;

std::optional<long> whole_number(const isl::val &value) {
    return value.is_int() ? std::optional(to_long(value)) : std::nullopt;
}

std::vector<long> factors(isl_constraint *of, isl_dim_type type) {
    std::vector<long> all;
    const int count = isl_constraint_dim(of, type);
    for (int at = 0; at < count; ++at) {
        all.push_back(to_long(isl::manage(isl_constraint_get_coefficient_val(of, type, at))));
    }
    return all;
}

linear_constraint as_numbers(isl_constraint *one) {
    return {isl_constraint_is_equality(one) == isl_bool_true, factors(one, isl_dim_param),
            factors(one, isl_dim_set), factors(one, isl_dim_div),
            to_long(isl::manage(isl_constraint_get_constant_val(one)))};
}

isl_set *within(isl_set *set, isl_dim_type type, int dim, long first, long last) {
    const auto at = static_cast<unsigned>(dim);
    isl_ctx *ctx = isl_set_get_ctx(set);
    set = isl_set_lower_bound_val(set, type, at, isl_val_int_from_si(ctx, first));
    return isl_set_upper_bound_val(set, type, at, isl_val_int_from_si(ctx, last));
}

isl_set *universe_like(const isl::set &set) {
    return isl_set_universe(isl_set_get_space(set.get()));
}

} // namespace

std::vector<linear_constraint> constraints_of(const isl::set &set) {
    std::vector<linear_constraint> constraints;
    set.foreach_basic_set([&](const isl::basic_set &part) {
        const owned_constraints all(isl_basic_set_get_constraint_list(part.get()));
        const int count = isl_constraint_list_n_constraint(all.get());
        for (int i = 0; i < count; ++i) {
            const owned_constraint one(isl_constraint_list_get_constraint(all.get(), i));
            constraints.push_back(as_numbers(one.get()));
        }
    });
    return constraints;
}

isl::set hull(const isl::set &set) {
    return isl::manage(isl_set_from_basic_set(isl_set_simple_hull(set.copy())));
}

isl::set unconstrained_by(const isl::set &set, const std::string &parameter) {
    const int at = isl_set_find_dim_by_name(set.get(), isl_dim_param, parameter.c_str());
    const auto first = static_cast<unsigned>(at);
    isl_set *rest = isl_set_drop_constraints_involving_dims(set.copy(), isl_dim_param, first, 1);
    return isl::manage(isl_set_project_out(rest, isl_dim_param, first, 1));
}

isl::set dim_within(const isl::set &like, int dim, long first, long last) {
    return isl::manage(within(universe_like(like), isl_dim_set, dim, first, last));
}

isl::set parameters_within(const isl::set &like, long first, long last) {
    isl_set *all = universe_like(like);
    const int count = isl_set_dim(all, isl_dim_param);
    for (int at = 0; at < count; ++at) {
        all = within(all, isl_dim_param, at, first, last);
    }
    return isl::manage(all);
}

isl::set sum_outside(const isl::set &parameters, const std::vector<long> &factors, long constant,
                     long first, long last) {
    isl_ctx *ctx = isl_set_get_ctx(parameters.get());
    isl_aff *sum =
        isl_aff_zero_on_domain(isl_local_space_from_space(isl_set_get_space(parameters.get())));
    for (std::size_t at = 0; at < factors.size(); ++at) {
        sum = isl_aff_set_coefficient_val(sum, isl_dim_param, static_cast<int>(at),
                                          isl_val_int_from_si(ctx, factors[at]));
    }
    sum = isl_aff_set_constant_val(sum, isl_val_int_from_si(ctx, constant));
    const isl::pw_aff value = isl::manage(isl_pw_aff_from_aff(sum));
    return value.lt_set(number_over(parameters, first))
        .unite(value.gt_set(number_over(parameters, last)));
}

std::optional<long> least_value(const isl::set &set, int dim) {
    return whole_number(isl::manage(isl_set_dim_min_val(set.copy(), dim)));
}

std::optional<long> greatest_value(const isl::set &set, int dim) {
    return whole_number(isl::manage(isl_set_dim_max_val(set.copy(), dim)));
}

bool has_lower_bound(const isl::set &set, int dim) {
    return isl_set_dim_has_lower_bound(set.get(), isl_dim_set, static_cast<unsigned>(dim)) ==
           isl_bool_true;
}

bool has_upper_bound(const isl::set &set, int dim) {
    return isl_set_dim_has_upper_bound(set.get(), isl_dim_set, static_cast<unsigned>(dim)) ==
           isl_bool_true;
}

int most_divisions(const isl::map &relation) {
    int most = 0;
    relation.foreach_basic_map([&](const isl::basic_map &piece) {
        most = std::max(most, static_cast<int>(isl_basic_map_dim(piece.get(), isl_dim_div)));
    });
    return most;
}

int most_divisions(const isl::set &set) {
    return most_divisions(isl::manage(isl_map_from_range(set.copy())));
}

isl::set without_divisions(const isl::set &set) {
    return isl::manage(isl_set_remove_divs(set.copy()));
}

isl::set apart_by(const isl::set &set, int dim, long distance) {
    const isl::set values = keep_range(isl::manage(isl_map_from_range(set.copy())), dim, 1).range();
    isl_set *distances =
        isl_map_deltas(isl_map_from_domain_and_range(values.copy(), values.copy()));
    isl_val *least = isl_val_int_from_si(isl_set_get_ctx(distances), distance);
    return isl::manage(isl_set_params(isl_set_lower_bound_val(distances, isl_dim_set, 0, least)));
}

} // namespace tiramisu::poly
