#pragma once

#include <tiramisu/sparse.h>

#include "dnn/problem_file.h"

namespace tiramisu::bench {

/// The weights of a line of a problem file, "density=0.16" or "weights=FILE" of resnet20/. Throws
/// std::runtime_error if it says neither.
sparse::csr_matrix weights_of(const dense_problem &one, int rows, int columns);

} // namespace tiramisu::bench
