#pragma once

#include <vector>

#include "dnn/our_convolutions.h"

namespace tiramisu::bench {

/// The result of convolutions one after the other, plain, summed up in double precision by the
/// definition.
std::vector<double> reference_convolutions(const convolution_data &data);

} // namespace tiramisu::bench
