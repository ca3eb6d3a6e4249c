#pragma once

#include <map>
#include <string>
#include <vector>

#include "polyhedral/isl.h"

// Sets and relations that isl's C++ interface has no call to make.

namespace tiramisu::poly {

/// { name[i0, i1, ...] } of `dims` dimensions; without a name { [i0, i1, ...] }.
isl::set universe(isl::ctx ctx, std::size_t dims, const std::string &name = "");

/// [parameters] -> { [i0, i1, ...] }
isl::set universe(isl::ctx ctx, std::size_t dims, const std::vector<std::string> &parameters);
/// { name[0, 0, ...] } in the space of a set.
isl::set origin_of(const isl::set &set);
/// { [i, new, j] } of { S[i, j] } with `n` dimensions of any value from position `at`.
isl::set insert_dims(const isl::set &set, int at, int n);
/// { [j] } of { [i, j] }, whose first `n` dimensions become parameters: with the names that they
/// have, or else "c0", "c1", ...
isl::set first_dims_as_parameters(const isl::set &set, int n);

/// Whether it is written as a set without any constraint: if not, it may be the universe still.
bool is_written_as_universe(const isl::set &set);

/// Whether both are written by the same constraints: if not, they may be equal still.
bool is_written_alike(const isl::set &left, const isl::set &right);
bool is_written_alike(const isl::map &left, const isl::map &right);

/// { S[i] -> S[i] }
isl::map identity_on(const isl::set &set);
/// { x -> x } among the pairs of a relation from a space to itself.
isl::map identity_within(const isl::map &relation);
/// { x -> y } of all pairs.
isl::map all_pairs(const isl::set &from, const isl::set &to);
/// { [] -> x }
isl::map from_nothing(const isl::set &set);
/// { S[i] -> [] }
isl::map to_nothing(const isl::set &set);
/// { [i] -> [j] } of { [i, j] }, `n` dimensions before the arrow.
isl::map after_first_dims(const isl::set &set, int n);
/// { x -> y : y is x or comes before it in lexicographic order } in the space of a set.
isl::map not_after(const isl::set &set);
/// Whether every element of the first set comes before all of the second in that order.
bool is_before_all(const isl::set &first, const isl::set &second);
/// { S[i] -> [j, x] } for any x.
isl::map with_any_value(const isl::map &relation);
/// { S[i] -> T[j] : one dimension of j is the number }
isl::map with_range_value(const isl::map &relation, int dim, long value);
/// { S[i] -> T[j] : i and j agree in the two dimensions }
isl::map equated(const isl::map &relation, int from_dim, int to_dim);
/// { S[l, ..] -> T[l, ..] } of the relation: its pairs that agree in the first `count` dimensions.
isl::map with_same_leading(const isl::map &relation, int count);

/// { S[i] -> T[j] } with another name of its range, or none if that is empty.
isl::map renamed_range(const isl::map &relation, const std::string &name);
/// { S[i, j] -> T[k] } -> { S[j] -> T[k] }: without the first `n` dimensions, under a name.
isl::map without_first_domain_dims(const isl::map &relation, int n, const std::string &name);

/// { [i] -> T[j] }
isl::map unnamed_domain(const isl::map &relation);

/// { [i, j] } of { S[i] -> T[j] }
isl::set flat_pairs(const isl::map &relation);

/// The relation of a union between the two spaces of another one.
isl::map of_same_spaces(const isl::union_map &all, const isl::map &other);

/// The set for these values of parameters, which it does not have afterwards.
isl::set with_values(const isl::set &set, const std::map<std::string, long> &values);
/// The set for any value of the parameter, which it does not have afterwards.
isl::set without_parameter(const isl::set &set, const std::string &name);
/// Whether a constraint of the set has the parameter.
bool depends_on(const isl::set &set, const std::string &parameter);
/// The names of dimensions; "" of those that have none.
std::vector<std::string> dim_names(const isl::set &set);
/// The set with names for its first dimensions, which texts show.
isl::set with_dim_names(const isl::set &set, const std::vector<std::string> &names);

/// The pairs whose second part is not in the set.
isl::map without_range(const isl::map &all, const isl::set &range);

} // namespace tiramisu::poly
