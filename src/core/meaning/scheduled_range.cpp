#include "core/meaning/scheduled_range.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include "core/meaning/size_checks.h"
#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/number_ranges.h"
#include "polyhedral/relations.h"

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

/// The factor of the innermost loop that the constraint bounds, above 0 where from below; 0 where
/// it bounds none.
long innermost_factor(const poly::linear_constraint &one) {
    const auto innermost =
        std::find_if(one.dims.rbegin(), one.dims.rend(), [](long factor) { return factor != 0; });
    return innermost == one.dims.rend() ? 0 : *innermost;
}

/// Whether the constraint bounds a loop by more than numbers and other loops.
bool has_parameter_part(const poly::linear_constraint &one) {
    return innermost_factor(one) != 0 && std::any_of(one.parameters.begin(), one.parameters.end(),
                                                     [](long factor) { return factor != 0; });
}

/// { : the part of a loop's bound that no loops change is outside }
isl::set parameter_part_outside(const poly::linear_constraint &one, const isl::set &parameters,
                                long first, long last) {
    if (innermost_factor(one) < 0) {
        // A loop ends before the value after its last one.
        return poly::sum_outside(parameters, one.parameters, one.constant + 1, first, last);
    }
    std::vector<long> lower;
    std::transform(one.parameters.begin(), one.parameters.end(), std::back_inserter(lower),
                   std::negate<>());
    return poly::sum_outside(parameters, lower, -one.constant, first, last);
}

long margin_of(const poly::linear_constraint &one) {
    constexpr long far = 1L << 40; // beyond 32 bits, and sums of it have room
    long margin = 0;
    for (const std::vector<long> *factors : {&one.dims, &one.divs}) {
        for (const long factor : *factors) {
            margin += std::max(0L, std::labs(std::clamp(factor, -far, far)) - 1);
        }
    }
    return 2 * margin;
}

loop_terms terms_of(const isl::set &iterations) {
    const std::vector<poly::linear_constraint> constraints = poly::constraints_of(iterations);
    loop_terms terms;
    terms.largest.assign(static_cast<std::size_t>(poly::set_dims(iterations)), 1);
    for (const poly::linear_constraint &one : constraints) {
        terms.margin = std::max(terms.margin, margin_of(one));
        for (std::size_t at = 0; at < terms.largest.size(); ++at) {
            terms.largest[at] = std::max(terms.largest[at], std::labs(one.dims[at]));
        }
    }
    const isl::set parameters = iterations.params();
    terms.overflowing = parameters.subtract(parameters);
    for (const poly::linear_constraint &one : constraints) {
        if (has_parameter_part(one)) {
            terms.overflowing = terms.overflowing.unite(parameter_part_outside(
                one, parameters, lowest + terms.margin, highest - terms.margin));
        }
    }
    return terms;
}

/// The largest distance from 0 of values of the loop for which its bounds are computed right.
long most_of(const loop_terms &terms, std::size_t level) {
    return (highest - terms.margin) / terms.largest[level];
}

/// Whether numbers in the constraints alone say that no loop comes near to the end of 32 bits, as
/// they nearly always do.
bool are_plainly_small(const isl::set &iterations, const loop_terms &terms) {
    const auto ranges = poly::ranges_by_numbers(iterations);
    for (std::size_t level = 0; ranges && level < terms.largest.size(); ++level) {
        const long most = std::min(most_of(terms, level), (highest - terms.margin) / 2) - 1;
        if ((*ranges)[level].least < -most || (*ranges)[level].greatest > most) {
            return false;
        }
    }
    return ranges.has_value();
}

/// The largest factor of a loop, an iterator or a division; nothing where parameters bound them.
std::optional<long> largest_factor(const isl::set &set) {
    long largest = 1;
    for (const poly::linear_constraint &one : poly::constraints_of(set)) {
        if (std::any_of(one.parameters.begin(), one.parameters.end(),
                        [](long factor) { return factor != 0; })) {
            return std::nullopt;
        }
        for (const std::vector<long> *factors : {&one.dims, &one.divs}) {
            for (const long factor : *factors) {
                largest = std::max(largest, std::labs(factor));
            }
        }
    }
    return largest;
}

/// Whether factors and numbers are so small that no bound of a loop, and no part of one, comes near
/// to the end of 32 bits however isl writes them: then it need not be asked how it does. In the
/// relation that tells iterators by loops a factor is the product of all by which a loop was split;
/// there is room for a hundred times as much.
bool are_small_however_written(const poly::scheduled_statement &statement,
                               const isl::set &context) {
    constexpr long most_factor = 1L << 12, most_product = 1L << 24;
    const isl::set pairs = poly::flat_pairs(
        statement.loops.substituted().intersect_domain(statement.domain.intersect_params(context)));
    const std::optional<long> factor = largest_factor(pairs);
    const auto ranges = poly::ranges_by_numbers(pairs);
    return factor && *factor <= most_factor && ranges &&
           std::all_of(ranges->begin(), ranges->end(), [&](const poly::number_range &one) {
               return std::max(std::labs(one.least), std::labs(one.greatest)) <=
                      most_product / *factor;
           });
}

/// { : sizes for which a loop comes to the end of 32 bits }
isl::set sizes_of_far_loops(const isl::set &iterations, const loop_terms &terms) {
    isl::set far = terms.overflowing.subtract(terms.overflowing);
    for (int dim = 0; dim < poly::set_dims(iterations); ++dim) {
        if (!poly::is_bounded(iterations, dim)) {
            continue;
        }
        const long most = most_of(terms, static_cast<std::size_t>(dim));
        // The value after the last one, where a loop ends, has to fit as well.
        const isl::set right = poly::dim_within(iterations, dim, -most - 1, most - 1);
        far = far.unite(iterations.subtract(right).params())
                  .unite(poly::apart_by(iterations, dim, highest - terms.margin));
    }
    return far;
}

/// { : sizes for which the loops are not counted right }
isl::set wrong_sizes(const isl::set &iterations) {
    const loop_terms terms = terms_of(iterations);
    isl::set wrong = terms.overflowing;
    if (!are_plainly_small(iterations, terms)) {
        wrong = wrong.unite(sizes_of_far_loops(iterations, terms));
    }
    // Without divisions it is a larger set: more sizes are refused.
    return poly::without_divisions(wrong.intersect(of_32_bits(wrong))).coalesce();
}

isl::set wrong_sizes(const function_state &function, const poly::scheduled_statement &statement) {
    const isl::set iterations =
        statement.domain.intersect_params(function.context).apply(statement.loops.generated());
    return wrong_sizes(iterations).intersect(function.context);
}

} // namespace

std::vector<program_check>
scheduled_range_checks(const function_state &function,
                       const std::vector<poly::scheduled_statement> &statements) {
    std::vector<program_check> checks;
    std::set<std::string> known;
    for (const poly::scheduled_statement &statement : statements) {
        if (are_small_however_written(statement, function.context)) {
            continue;
        }
        const isl::set iterations =
            statement.domain.intersect_params(function.context).apply(statement.loops.generated());
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
        const auto check = check_against(
            function, wrong,
            subject(definition) +
                " has loops that come to the end of 32 bits, in which they count: they do not");
        if (check && known.insert(check->text).second) {
            checks.push_back(*check);
        }
    }
    return checks;
}

bool are_counted_nearly_to_the_end(const function_state &function,
                                   const poly::scheduled_statement &statement) {
    constexpr long last_sizes = 4096;
    if (are_small_however_written(statement, function.context)) {
        return true;
    }
    const isl::set wrong = wrong_sizes(function, statement);
    return wrong
        .intersect(
            poly::parameters_within(wrong.params(), lowest + last_sizes, highest - last_sizes))
        .is_empty();
}

} // namespace tiramisu::core
