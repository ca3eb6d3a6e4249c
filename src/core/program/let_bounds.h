#pragma once

#include "core/program/state.h"

namespace tiramisu::core {

/// { S[i, k] : first <= k < last } without those of its constraints in which constants of loops are
/// parameters: they become run-time bounds of its iterators. Throws unsupported_error if one of
/// them is not a bound of an iterator.
isl::set without_let_parameters(const function_state &function, const std::string &who,
                                const isl::set &set, const std::vector<iterator> &iterators,
                                std::vector<run_time_bound> &bounds, source_place where);

} // namespace tiramisu::core
