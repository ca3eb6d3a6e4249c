#pragma once

#include "gpu/device_contest.h"
#include "peers/sgemm.h"

#include <string>
#include <vector>

namespace tiramisu::bench {

/// cuBLAS's product of two matrices that lie row by row on the device: in f32, on the units that
/// ours run on, and in tf32, which rounds factors to 10 bits, on tensor cores.
std::vector<device_contender> cublas_products(product_sizes sizes, const device_array &a,
                                              const device_array &b, device_array &c);

/// Empty if the library is not there.
std::string cublas_version();

} // namespace tiramisu::bench
