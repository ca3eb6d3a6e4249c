#pragma once

#include "tune/works.h"

namespace tiramisu::bench {

// Works by what they do, one function a file. Shapes are those of Ansor's benchmarks (OSDI 2020,
// section 7.1; one image), where it has them.

std::vector<tuned_work> product_works();
std::vector<tuned_work> convolution_works();
std::vector<tuned_work> depthwise_works();
std::vector<tuned_work> transposed_convolution_works();
std::vector<tuned_work> row_works();
std::vector<tuned_work> stencil_works();
std::vector<tuned_work> factorization_works();

/// Stores a computation, or an input, in a buffer.
void keep(const computation &values, buffer &in);

} // namespace tiramisu::bench
