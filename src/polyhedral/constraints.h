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

/// The constraints of each of the basic sets of which the set is a union.
std::vector<linear_constraint> constraints_of(const isl::set &set);

/// The basic set of all constraints that hold everywhere in the set.
isl::set hull(const isl::set &set);

/// The set without the constraints that name the parameter, which is then no parameter of it.
isl::set unconstrained_by(const isl::set &set, const std::string &parameter);

/// { [.., c, ..] : first <= c <= last } in the space of a set.
isl::set dim_within(const isl::set &like, int dim, long first, long last);

/// { : first <= n <= last for each parameter n } in the space of a set.
isl::set parameters_within(const isl::set &like, long first, long last);

/// { : the sum is below first or above last } of the parameters of a set, one factor for each.
isl::set sum_outside(const isl::set &parameters, const std::vector<long> &factors, long constant,
                     long first, long last);

/// The least (greatest) value of a dimension, whatever the parameters are; nothing if it has none.
std::optional<long> least_value(const isl::set &set, int dim);
std::optional<long> greatest_value(const isl::set &set, int dim);

/// Whether the values of a dimension are bounded by numbers or parameters.
bool has_lower_bound(const isl::set &set, int dim);
bool has_upper_bound(const isl::set &set, int dim);

/// The largest number of divisions (existential floors) in one of the basic relations.
int most_divisions(const isl::map &relation);
int most_divisions(const isl::set &set);

/// A superset that has no divisions.
isl::set without_divisions(const isl::set &set);

/// { : the dimension takes two values that are at least `distance` apart }, over the parameters.
isl::set apart_by(const isl::set &set, int dim, long distance);

} // namespace tiramisu::poly
