#pragma once

#include <cstdint>
#include <vector>

#include "nn/program/argument_checks.h"
#include "tiramisu/nn/recurrent.h"

namespace tiramisu::nn {

/// The length of each sequence of a run; empty where the problem has no lengths. Throws user_error
/// if steps or lengths are given that the problem does not have, or that are out of range.
std::vector<std::int32_t> lengths_of_run(const recurrent_problem &problem,
                                         const recurrent_data &data, const argument_checks &checks);

} // namespace tiramisu::nn
