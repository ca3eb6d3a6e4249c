#pragma once

#include <functional>

#include "support/recurrent_reference.h"
#include "tiramisu/nn/recurrent.h"

namespace tiramisu::oracle {

/// The largest difference between what a layer writes and the reference, beside values of about 1;
/// infinite where it writes no number. All that it touches lies between pages that may not be
/// touched.
double recurrent_error(const nn::recurrent &layer, const recurrent_values &values);
/// The same of what `run` writes.
double recurrent_error(const nn::recurrent_problem &problem, const recurrent_values &values,
                       const std::function<void(const nn::recurrent_data &)> &run);

} // namespace tiramisu::oracle
