#pragma once

#include "tiramisu/computation.h"
#include "tiramisu/nn/recurrent_problem.h"

// What callers say of sequences where a problem has lengths.

namespace tiramisu::nn {

/// Steps of src and dst: a number, or the constant "steps" of the implicit function.
expr steps_given(const recurrent_problem &problem);

/// Has the implicit function check in every call that it is made for so many steps, and that no
/// sequence is longer.
void require_lengths(const recurrent_problem &problem, const input &length_of_sequence);

} // namespace tiramisu::nn
