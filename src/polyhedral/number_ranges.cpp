#include "polyhedral/number_ranges.h"

#include <algorithm>
#include <functional>

#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

namespace {

// Beyond it nothing is known, so that sums of products are exact in 128 bits.
constexpr long infinite = 1L << 40;

__extension__ using wide = __int128;

wide rounded_down(wide value, long divisor) {
    const wide quotient = value / divisor;
    return quotient * divisor > value ? quotient - 1 : quotient;
}

/// constant + sum of factor * variable >= 0, of dimensions and divisions.
struct inequality {
    std::vector<long> factors;
    long constant = 0;
};

/// Narrows the ranges of variables by constraints, each of which bounds every variable in it by
/// what is known of the others.
class range_finder {
public:
    explicit range_finder(std::size_t variables) : ranges_(variables, {-infinite, infinite}) {}

    /// Whether a range has become narrower.
    bool narrow(const inequality &one) {
        bool is_narrower = false;
        for (std::size_t at = 0; at < one.factors.size(); ++at) {
            is_narrower = (one.factors[at] != 0 && narrow(one, at)) || is_narrower;
        }
        return is_narrower;
    }

    const std::vector<number_range> &ranges() const { return ranges_; }

private:
    std::vector<number_range> ranges_;

    /// The most that the constraint is without the variable at `at`; nothing if that is not known.
    std::optional<wide> most_of_others(const inequality &one, std::size_t at) const {
        wide most = one.constant;
        for (std::size_t other = 0; other < one.factors.size(); ++other) {
            const long factor = other == at ? 0 : one.factors[other];
            const long end = factor > 0 ? ranges_[other].greatest : ranges_[other].least;
            if (factor != 0 && (end == infinite || end == -infinite)) {
                return std::nullopt;
            }
            most += factor == 0 ? 0 : wide(factor) * end;
        }
        return most;
    }

    // factor * variable >= -most
    bool narrow(const inequality &one, std::size_t at) {
        const std::optional<wide> most = most_of_others(one, at);
        const bool is_from_below = one.factors[at] > 0;
        const wide bound = !most           ? infinite
                           : is_from_below ? -rounded_down(*most, one.factors[at])
                                           : rounded_down(*most, -one.factors[at]);
        if (bound <= -infinite || bound >= infinite) {
            return false;
        }
        long &end = is_from_below ? ranges_[at].least : ranges_[at].greatest;
        const bool is_narrower = is_from_below ? bound > end : bound < end;
        end = is_narrower ? static_cast<long>(bound) : end;
        return is_narrower;
    }
};

/// Those of the constraints that have no parameters.
std::vector<inequality> inequalities_of(const isl::set &set) {
    std::vector<inequality> all;
    for (const linear_constraint &one : constraints_of(set)) {
        if (std::any_of(one.parameters.begin(), one.parameters.end(),
                        [](long factor) { return factor != 0; })) {
            continue;
        }
        inequality next = {one.dims, one.constant};
        next.factors.insert(next.factors.end(), one.divs.begin(), one.divs.end());
        all.push_back(next);
        if (one.is_equality) {
            std::transform(next.factors.begin(), next.factors.end(), next.factors.begin(),
                           std::negate<>());
            next.constant = -next.constant;
            all.push_back(next);
        }
    }
    return all;
}

/// The numerator that a coefficient has over the denominator of the whole expression.
long numerator(isl_val *coefficient, const isl::val &denominator) {
    return to_long(isl::manage(isl_val_mul(coefficient, denominator.copy())));
}

/// 0 <= e - d * division < d of a division floor(e / d), which isl leaves out of the constraints.
/// None if its value depends on parameters. Coefficients are taken from the quotient as it is,
/// since isl leaves out and renumbers divisions where it calculates with it.
std::vector<inequality> bounds_of_division(const isl::aff &quotient, int division) {
    const auto parameters = static_cast<unsigned>(isl_aff_dim(quotient.get(), isl_dim_param));
    if (isl_aff_involves_dims(quotient.get(), isl_dim_param, 0, parameters) != isl_bool_false) {
        return {};
    }
    const isl::val denominator = isl::manage(isl_aff_get_denominator_val(quotient.get()));
    inequality from_below;
    for (const isl_dim_type kind : {isl_dim_in, isl_dim_div}) {
        const int count = isl_aff_dim(quotient.get(), kind);
        for (int at = 0; at < count; ++at) {
            from_below.factors.push_back(
                numerator(isl_aff_get_coefficient_val(quotient.get(), kind, at), denominator));
        }
    }
    from_below.constant = numerator(isl_aff_get_constant_val(quotient.get()), denominator);
    const long by = to_long(denominator);
    const auto own = static_cast<std::size_t>(isl_aff_dim(quotient.get(), isl_dim_in) + division);
    from_below.factors.at(own) -= by;
    inequality from_above = from_below;
    std::transform(from_above.factors.begin(), from_above.factors.end(), from_above.factors.begin(),
                   std::negate<>());
    from_above.constant = by - 1 - from_below.constant;
    return {from_below, from_above};
}

void add_bounds_of_divisions(const isl::basic_set &part, std::vector<inequality> &all) {
    const int count = isl_basic_set_dim(part.get(), isl_dim_div);
    for (int division = 0; division < count; ++division) {
        const isl::aff quotient = isl::manage(isl_basic_set_get_div(part.get(), division));
        for (inequality &one : bounds_of_division(quotient, division)) {
            all.push_back(std::move(one));
        }
    }
}

std::optional<std::vector<number_range>> ranges_of(const isl::basic_set &given) {
    // Divisions whose values isl does not know have no numbers of their own in those of others.
    const isl::basic_set basic = isl::manage(isl_basic_set_remove_unknown_divs(given.copy()));
    const isl::set part = basic.to_set();
    std::vector<inequality> all = inequalities_of(part);
    add_bounds_of_divisions(basic, all);
    if (all.empty()) {
        return std::nullopt;
    }
    // Tiles of tiles take a round each; bounds that hang together in a circle would take many.
    constexpr int most_rounds = 8;
    range_finder finder(all.front().factors.size());
    bool is_narrower = true;
    for (int round = 0; round < most_rounds && is_narrower; ++round) {
        is_narrower = false;
        for (const inequality &one : all) {
            is_narrower = finder.narrow(one) || is_narrower;
        }
    }
    std::vector<number_range> found = finder.ranges();
    found.resize(static_cast<std::size_t>(set_dims(part)));
    const bool are_known = std::none_of(found.begin(), found.end(), [](const number_range &one) {
        return one.least == -infinite || one.greatest == infinite;
    });
    return are_known ? std::optional(found) : std::nullopt;
}

} // namespace

std::optional<std::vector<number_range>> ranges_by_numbers(const isl::set &set) {
    std::optional<std::vector<number_range>> all;
    bool are_known = true;
    set.foreach_basic_set([&](const isl::basic_set &part) {
        const auto found = are_known ? ranges_of(part) : std::nullopt;
        are_known = found.has_value();
        for (std::size_t dim = 0; all && found && dim < found->size(); ++dim) {
            number_range &widest = (*all)[dim];
            widest.least = std::min(widest.least, (*found)[dim].least);
            widest.greatest = std::max(widest.greatest, (*found)[dim].greatest);
        }
        all = all ? all : found;
    });
    return are_known ? all : std::nullopt;
}

} // namespace tiramisu::poly
