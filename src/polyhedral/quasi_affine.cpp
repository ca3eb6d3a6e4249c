#include "polyhedral/quasi_affine.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

namespace {

/// Coefficients are numerators over the denominator of the function.
quasi_affine_sum as_numbers(const isl::aff &function) {
    quasi_affine_sum sum;
    const isl::val denominator = isl::manage(isl_aff_get_denominator_val(function.get()));
    const isl::aff whole = function.scale(denominator);
    sum.denominator = to_long(denominator);
    const auto coefficient = [&](isl_dim_type type, int at) {
        return to_long(isl::manage(isl_aff_get_coefficient_val(whole.get(), type, at)));
    };
    for (int i = 0; i < isl_aff_dim(whole.get(), isl_dim_in); ++i) {
        sum.dims.push_back(coefficient(isl_dim_in, i));
    }
    for (int i = 0; i < isl_aff_dim(whole.get(), isl_dim_param); ++i) {
        if (const long factor = coefficient(isl_dim_param, i); factor != 0) {
            sum.parameters.emplace_back(
                isl_aff_get_dim_name(whole.get(), isl_dim_param, static_cast<unsigned>(i)), factor);
        }
    }
    for (int i = 0; i < isl_aff_dim(whole.get(), isl_dim_div); ++i) {
        if (const long factor = coefficient(isl_dim_div, i); factor != 0) {
            sum.floors.emplace_back(as_numbers(isl::manage(isl_aff_get_div(whole.get(), i))),
                                    factor);
        }
    }
    sum.constant = to_long(isl::manage(isl_aff_get_constant_val(whole.get())));
    return sum;
}

bool is_wide(const isl::val &number) {
    return number.abs().gt(isl::val(number.ctx(), std::numeric_limits<std::int32_t>::max()));
}

bool has_wide_numbers(const isl::aff &function) {
    const isl::val denominator = isl::manage(isl_aff_get_denominator_val(function.get()));
    const isl::aff whole = function.scale(denominator);
    bool is_found =
        is_wide(denominator) || is_wide(isl::manage(isl_aff_get_constant_val(whole.get())));
    for (const isl_dim_type type : {isl_dim_in, isl_dim_param, isl_dim_div}) {
        for (int i = 0; i < isl_aff_dim(whole.get(), type); ++i) {
            const isl::val factor = isl::manage(isl_aff_get_coefficient_val(whole.get(), type, i));
            // A floor's formula has all floors, itself with a factor of 0.
            const bool is_floor = type == isl_dim_div && !factor.is_zero();
            is_found = is_found || is_wide(factor) ||
                       (is_floor && has_wide_numbers(isl::manage(isl_aff_get_div(whole.get(), i))));
        }
    }
    return is_found;
}

std::vector<isl::aff> formulas_of(const isl::pw_aff &function) {
    std::vector<isl::aff> formulas;
    function.foreach_piece([&](const isl::set &, const isl::multi_aff &formula) {
        formulas.push_back(formula.at(0));
    });
    return formulas;
}

isl_local_space *local_space_of(const isl::set &set) {
    return isl_local_space_from_space(isl_set_get_space(set.get()));
}

} // namespace

std::vector<quasi_affine_sum> pieces_of(const isl::pw_aff &function) {
    std::vector<quasi_affine_sum> pieces;
    for (const isl::aff &formula : formulas_of(function)) {
        pieces.push_back(as_numbers(formula));
    }
    return pieces;
}

bool has_wide_numbers(const isl::pw_aff &function) {
    const std::vector<isl::aff> formulas = formulas_of(function);
    return std::any_of(formulas.begin(), formulas.end(),
                       [](const isl::aff &formula) { return has_wide_numbers(formula); });
}

int most_divisions(const isl::pw_aff &function) {
    int most = 0;
    for (const isl::aff &formula : formulas_of(function)) {
        most = std::max(most, static_cast<int>(isl_aff_dim(formula.get(), isl_dim_div)));
    }
    return most;
}

isl::pw_aff least_of_dim(const isl::set &set, int dim) {
    return isl::manage(isl_set_dim_min(set.copy(), dim));
}

isl::pw_aff greatest_of_dim(const isl::set &set, int dim) {
    return isl::manage(isl_set_dim_max(set.copy(), dim));
}

std::optional<std::vector<isl::pw_aff>> as_functions(const isl::map &relation) {
    isl_pw_multi_aff *all = isl_pw_multi_aff_from_map(relation.copy());
    if (all == nullptr) {
        return std::nullopt;
    }
    const isl::pw_multi_aff owned = isl::manage(all);
    std::vector<isl::pw_aff> values;
    for (int dim = 0; dim < range_dims(relation); ++dim) {
        values.push_back(isl::manage(isl_pw_multi_aff_get_pw_aff(owned.get(), dim)));
    }
    return values;
}

std::optional<isl::pw_multi_aff> last_element(const isl::set &set) {
    isl_pw_multi_aff *found = isl_set_lexmax_pw_multi_aff(set.copy());
    return found == nullptr ? std::nullopt : std::optional(isl::manage(found));
}

isl::set instances_in(const isl::set &elements, const isl::set &instances,
                      const std::vector<isl::pw_aff> &functions) {
    if (functions.empty()) {
        return instances.intersect_params(elements.params());
    }
    isl_space *const domain = isl_pw_aff_get_domain_space(functions.front().get());
    isl_space *const space =
        isl_space_map_from_domain_and_range(domain, isl_set_get_space(elements.get()));
    isl_pw_aff_list *list =
        isl_pw_aff_list_alloc(instances.ctx().get(), static_cast<int>(functions.size()));
    for (const isl::pw_aff &one : functions) {
        list = isl_pw_aff_list_add(list, one.copy());
    }
    const auto element = isl::manage(isl_multi_pw_aff_from_pw_aff_list(space, list));
    return instances.intersect(renamed(elements.preimage(element), set_name(instances)));
}

isl::pw_aff dim_over(const isl::set &set, int dim) {
    return isl::manage(
        isl_pw_aff_var_on_domain(local_space_of(set), isl_dim_set, static_cast<unsigned>(dim)));
}

std::optional<isl::pw_aff> parameter_over(const isl::set &set, const std::string &name) {
    const int at = isl_set_find_dim_by_name(set.get(), isl_dim_param, name.c_str());
    return at < 0 ? std::nullopt
                  : std::optional(isl::manage(isl_pw_aff_var_on_domain(
                        local_space_of(set), isl_dim_param, static_cast<unsigned>(at))));
}

isl::pw_aff number_over(const isl::set &set, long number) {
    isl_val *value = isl_val_int_from_si(isl_set_get_ctx(set.get()), number);
    return isl::manage(isl_pw_aff_from_aff(isl_aff_val_on_domain(local_space_of(set), value)));
}

} // namespace tiramisu::poly
