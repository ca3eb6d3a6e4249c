#pragma once

#include <string>

#include "tiramisu/error.h"
#include "tiramisu/sparse.h"

// What layers with sparse weights share about them.

namespace tiramisu::nn {

/// " density=0.16", with two digits: what was measured also holds after the weights were trained
/// once more.
std::string density_key(double density);

/// Throws user_error if it is not from 0 to 1. `subject` names the problem.
void check_density(const std::string &subject, double density, source_place where);

/// Throws user_error, naming the call, if a matrix is not as large as `wanted` says: "oc x ic".
void require_size(const std::string &subject, const std::string &call,
                  const sparse::csr_matrix &weights, int rows, int columns,
                  const std::string &wanted, source_place where);

} // namespace tiramisu::nn
