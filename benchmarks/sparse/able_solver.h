#pragma once

#include <string>

#include <tiramisu/nn/sparse_conv2d.h>

namespace tiramisu::bench {

/// Whether the solver can do a sparse convolution so. Throws runtime_error if there is none of this
/// name.
bool is_able(const std::string &solver, const nn::conv2d_problem &problem,
             const nn::sparse_conv2d_options &opts);

/// Whether a convolution can read and leave lifted images.
bool can_lift(const nn::conv2d_problem &problem);

} // namespace tiramisu::bench
