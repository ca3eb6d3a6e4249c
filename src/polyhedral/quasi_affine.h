#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "polyhedral/isl.h"

// Quasi-affine functions as numbers, and the functions that sets and relations have.

namespace tiramisu::poly {

/// floor((constant + sum of factor * variable + sum of factor * floor) / denominator), all factors
/// whole numbers.
struct quasi_affine_sum {
    std::vector<long> dims;
    std::vector<std::pair<std::string, long>> parameters; ///< those with a factor
    std::vector<std::pair<quasi_affine_sum, long>> floors;
    long constant = 0;
    long denominator = 1;
};

/// The formulas of a function, one for each part of its domain.
std::vector<quasi_affine_sum> pieces_of(const isl::pw_aff &function);

/// Whether a number in its formulas takes more than 32 bits.
bool has_wide_numbers(const isl::pw_aff &function);

/// The largest number of divisions (floors) in one of its formulas.
int most_divisions(const isl::pw_aff &function);

/// { [] -> [value] }: the least and the greatest value of a dimension, by the parameters.
isl::pw_aff least_of_dim(const isl::set &set, int dim);
isl::pw_aff greatest_of_dim(const isl::set &set, int dim);

/// { S[i] -> [value] } for each dimension of the range of a relation that is a function; nothing
/// where isl finds no formula.
std::optional<std::vector<isl::pw_aff>> as_functions(const isl::map &relation);

/// { [] -> x } with the last element of a set in lexicographic order, by the parameters; nothing
/// where isl finds no formula.
std::optional<isl::pw_multi_aff> last_element(const isl::set &set);

/// { S[i] of `instances` : [f0(i), f1(i)] in `elements` }. Its divisions are those of the formulas,
/// while isl would have to look for the divisions of the elements that instances touch.
isl::set instances_in(const isl::set &elements, const isl::set &instances,
                      const std::vector<isl::pw_aff> &functions);

/// { [i] -> [i[dim]] } and { [i] -> [n] } and { [i] -> [number] } over a set.
isl::pw_aff dim_over(const isl::set &set, int dim);
std::optional<isl::pw_aff> parameter_over(const isl::set &set, const std::string &name);
isl::pw_aff number_over(const isl::set &set, long number);

} // namespace tiramisu::poly
