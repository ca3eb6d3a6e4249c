#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polyhedral/isl.h"

// The inequalities that a set consists of, as numbers.

namespace tiramisu::poly {

/// constant + sum of factor * variable >= 0, or = 0.
struct linear_constraint {
    bool is_equality = false;
    std::vector<long> parameters, dims, divs; ///< factors, in the order of the set's space
    long constant = 0;
};

/// Those of each of the basic sets that it is a union of.
std::vector<linear_constraint> constraints_of(const isl::set &set);

/// The basic set of all constraints that hold everywhere in the set.
isl::set hull(const isl::set &set);

/// The set without the constraints that have the parameter, which it does not have afterwards.
isl::set unconstrained_by(const isl::set &set, const std::string &parameter);

/// { [.., c, ..] : first <= c <= last } in the space of a set.
isl::set dim_within(const isl::set &like, int dim, long first, long last);

/// { : first <= n <= last for each parameter n } in the space of a set.
isl::set parameters_within(const isl::set &like, long first, long last);

/// { : the sum is below first or above last } of the parameters of a set, one factor for each.
isl::set sum_outside(const isl::set &parameters, const std::vector<long> &factors, long constant,
                     long first, long last);

/// The least and the greatest value of a dimension; none where it has none, or none for all sizes.
std::optional<long> least_value(const isl::set &set, int dim);
std::optional<long> greatest_value(const isl::set &set, int dim);

/// Whether the values of a dimension are bounded by numbers or parameters.
bool has_lower_bound(const isl::set &set, int dim);
bool has_upper_bound(const isl::set &set, int dim);

/// How many divisions the basic relation has that has most of them.
int most_divisions(const isl::map &relation);

/// A set that contains it, without divisions.
isl::set without_divisions(const isl::set &set);

/// { : two values of the dimension are so far apart, or farther }.
isl::set apart_by(const isl::set &set, int dim, long distance);

} // namespace tiramisu::poly
