#include "core/meaning/scheduled_range.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <set>
#include <string>

#include "core/program/ast_expressions.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

constexpr long lowest = std::numeric_limits<std::int32_t>::min();
constexpr long highest = std::numeric_limits<std::int32_t>::max();

/// What the loops of a schedule are made of.
struct loop_terms {
    std::vector<long> largest; ///< of each loop: the largest factor that it is multiplied by
    /// How far bounds and parts of them lie beyond the iterations: parts of tiles and vectors.
    long margin = 0;
    isl::set overflowing; ///< { : a bound's part that depends on parameters alone does not fit }
};

long coefficient(isl_constraint *one, isl_dim_type type, int at) {
    isl_val *value = isl_constraint_get_coefficient_val(one, type, at);
    const long number = isl_val_get_num_si(value);
    isl_val_free(value);
    return number;
}

template <typename Visit>
void for_each_constraint(const isl::set &set, Visit visit) {
    set.foreach_basic_set([&](const isl::basic_set &part) {
        isl_constraint_list *all = isl_basic_set_get_constraint_list(part.get());
        const int count = isl_constraint_list_n_constraint(all);
        for (int i = 0; i < count; ++i) {
            isl_constraint *one = isl_constraint_list_get_constraint(all, i);
            visit(one);
            isl_constraint_free(one);
        }
        isl_constraint_list_free(all);
    });
}

isl::set parameters_outside(isl_aff *value, long from, long to) {
    isl_pw_aff *sum = isl_pw_aff_from_aff(value);
    isl_ctx *ctx = isl_pw_aff_get_ctx(sum);
    isl_pw_aff *low = isl_pw_aff_from_aff(
        isl_aff_val_on_domain(isl_local_space_from_space(isl_pw_aff_get_domain_space(sum)),
                              isl_val_int_from_si(ctx, from)));
    isl_pw_aff *high = isl_pw_aff_from_aff(
        isl_aff_val_on_domain(isl_local_space_from_space(isl_pw_aff_get_domain_space(sum)),
                              isl_val_int_from_si(ctx, to)));
    isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(sum), low);
    return isl::manage(isl_set_union(below, isl_pw_aff_gt_set(sum, high)));
}

/// The factor of the innermost loop that the constraint bounds, above 0 where from below; 0 where
/// it bounds none.
long innermost_factor(isl_constraint *one) {
    for (int at = isl_constraint_dim(one, isl_dim_set); at-- > 0;) {
        if (const long factor = coefficient(one, isl_dim_set, at); factor != 0) {
            return factor;
        }
    }
    return 0;
}

/// The part of a loop's bound that no loops change; null where that is a number.
isl_aff *parameter_part(isl_constraint *one, const isl::set &parameters) {
    isl_aff *sum =
        isl_aff_zero_on_domain(isl_local_space_from_space(isl_set_get_space(parameters.get())));
    const int count = isl_constraint_dim(one, isl_dim_param);
    bool is_number = true;
    for (int at = 0; at < count; ++at) {
        const long factor = coefficient(one, isl_dim_param, at);
        is_number = is_number && factor == 0;
        sum = isl_aff_set_coefficient_si(sum, isl_dim_param, at, static_cast<int>(factor));
    }
    if (is_number || innermost_factor(one) == 0) {
        isl_aff_free(sum);
        return nullptr;
    }
    sum = isl_aff_set_constant_val(sum, isl_constraint_get_constant_val(one));
    // A loop ends before the value after its last one.
    return innermost_factor(one) > 0 ? isl_aff_neg(sum) : isl_aff_add_constant_si(sum, 1);
}

long margin_of(isl_constraint *one) {
    long margin = 0;
    for (const isl_dim_type type : {isl_dim_set, isl_dim_div}) {
        const int count = isl_constraint_dim(one, type);
        for (int at = 0; at < count; ++at) {
            margin += std::max(0L, std::labs(coefficient(one, type, at)) - 1);
        }
    }
    return 2 * margin;
}

loop_terms terms_of(const isl::set &iterations) {
    loop_terms terms;
    terms.largest.assign(static_cast<std::size_t>(poly::set_dims(iterations)), 1);
    for_each_constraint(iterations, [&](isl_constraint *one) {
        terms.margin = std::max(terms.margin, margin_of(one));
        for (std::size_t at = 0; at < terms.largest.size(); ++at) {
            terms.largest[at] = std::max(
                terms.largest[at], std::labs(coefficient(one, isl_dim_set, static_cast<int>(at))));
        }
    });
    const isl::set parameters = iterations.params();
    isl::set overflowing = parameters.subtract(parameters);
    for_each_constraint(iterations, [&](isl_constraint *one) {
        if (isl_aff *part = parameter_part(one, parameters)) {
            overflowing = overflowing.unite(
                parameters_outside(part, lowest + terms.margin, highest - terms.margin));
        }
    });
    terms.overflowing = overflowing;
    return terms;
}

/// { [.., c, ..] : c is outside }
isl::set outside(const isl::set &iterations, int dim, long from, long to) {
    const auto at = static_cast<unsigned>(dim);
    isl_ctx *ctx = isl_set_get_ctx(iterations.get());
    isl_set *inside = isl_set_universe(isl_set_get_space(iterations.get()));
    inside = isl_set_lower_bound_val(inside, isl_dim_set, at, isl_val_int_from_si(ctx, from));
    inside = isl_set_upper_bound_val(inside, isl_dim_set, at, isl_val_int_from_si(ctx, to));
    return iterations.subtract(isl::manage(inside));
}

/// { : the first and the last iteration of a loop are too far apart }
isl::set too_long(const isl::set &iterations, int dim, long most) {
    const isl::map one =
        poly::keep_range(isl::manage(isl_map_from_range(iterations.copy())), dim, 1);
    const isl::set only = one.range();
    isl_map *both = isl_map_from_domain_and_range(only.copy(), only.copy());
    isl_set *distances = isl_map_deltas(both);
    isl_ctx *ctx = isl_set_get_ctx(distances);
    return isl::manage(isl_set_params(
        isl_set_lower_bound_val(distances, isl_dim_set, 0, isl_val_int_from_si(ctx, most))));
}

/// { : sizes that are numbers of 32 bits }
isl::set of_32_bits(const isl::set &parameters) {
    isl_set *all = isl_set_universe(isl_set_get_space(parameters.get()));
    isl_ctx *ctx = isl_set_get_ctx(all);
    const auto count = static_cast<unsigned>(isl_set_dim(all, isl_dim_param));
    for (unsigned at = 0; at < count; ++at) {
        all = isl_set_lower_bound_val(all, isl_dim_param, at, isl_val_int_from_si(ctx, lowest));
        all = isl_set_upper_bound_val(all, isl_dim_param, at, isl_val_int_from_si(ctx, highest));
    }
    return isl::manage(all);
}

/// { : sizes for which the loops are not counted right }
isl::set wrong_sizes(const isl::set &iterations) {
    const loop_terms terms = terms_of(iterations);
    isl::set wrong = terms.overflowing;
    for (int dim = 0; dim < poly::set_dims(iterations); ++dim) {
        if (!poly::is_bounded(iterations, dim)) {
            continue;
        }
        const long most = (highest - terms.margin) / terms.largest[static_cast<std::size_t>(dim)];
        // The value after the last one, where a loop ends, has to fit as well.
        wrong = wrong.unite(outside(iterations, dim, -most - 1, most - 1).params())
                    .unite(too_long(iterations, dim, highest - terms.margin));
    }
    const isl::set sizes = of_32_bits(wrong);
    // Without divisions it is a larger set: more sizes are refused.
    return isl::manage(isl_set_remove_divs(wrong.intersect(sizes).release())).coalesce();
}

/// Whether all of its parameters are known when the function is called.
bool is_checkable(const function_state &function, const isl::set &sizes) {
    const std::vector<std::string> names = poly::parameter_names(sizes);
    return std::all_of(names.begin(), names.end(), [&](const std::string &name) {
        return std::any_of(function.constants.begin(), function.constants.end(),
                           [&](const constant_state &one) { return one.name == name; });
    });
}

/// "n <= 100" of "[n] -> { : n <= 100 }"
std::string condition_text(const isl::set &sizes) {
    const std::string text = poly::to_text(sizes);
    const std::size_t begin = text.find(": ") + 2;
    return text.substr(begin, text.rfind(" }") - begin);
}

} // namespace

std::vector<program_check>
scheduled_range_checks(const function_state &function,
                       const std::vector<poly::scheduled_statement> &statements) {
    std::vector<program_check> checks;
    std::set<std::string> known;
    for (const poly::scheduled_statement &statement : statements) {
        const isl::set iterations =
            statement.domain.intersect_params(function.context).apply(statement.loops);
        const isl::set wrong = wrong_sizes(iterations).intersect(function.context);
        if (wrong.is_empty()) {
            continue;
        }
        const computation_state &definition = *function.find_definition(statement.name);
        const isl::set sizes = of_32_bits(wrong);
        if (iterations.params().intersect(sizes).subtract(wrong).is_empty()) {
            throw unsupported_error(subject(definition), "",
                                    "its schedule has loops that come to the end of 32 bits, in "
                                    "which they count; count from 0 and add the rest in "
                                    "expressions, or move iterations less",
                                    definition.where);
        }
        const isl::set right = sizes.subtract(wrong).coalesce().gist(sizes);
        const std::string text = condition_text(right);
        if (is_checkable(function, right) && known.insert(text).second) {
            checks.push_back({set_to_expr(right),
                              subject(definition) +
                                  " has loops that come to the end of 32 bits, in which they "
                                  "count: they do not where " +
                                  text});
        }
    }
    return checks;
}

} // namespace tiramisu::core
