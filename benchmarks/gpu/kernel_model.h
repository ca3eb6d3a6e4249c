#pragma once

#include "gpu/device_problem.h"

namespace tiramisu::bench {

/// Prints what can be said of our schedules without a device, and that it is a model: operations
/// and bytes; blocks, threads and shared memory of each kernel, and the share of the peak that they
/// allow; and, where NVIDIA's programs are there, what function::sass_text() tells. Adds a row a
/// schedule, without times.
void tell_model(session &here, const device_problem &problem);

} // namespace tiramisu::bench
