#pragma once

namespace tiramisu::core {

// What every GPU can run at once, of the compute capabilities that there are code generators for:
// CUDA C++ Programming Guide, table "Technical Specifications per Compute Capability".

constexpr int most_device_dimensions = 3;
constexpr long most_threads = 1024;       ///< of a block
constexpr long most_threads_outside = 64; ///< in the outermost of three dimensions

// OpenCL's specification, table "Device Queries": what every device has at least; CUDA has as much.

constexpr long most_constant_bytes = 64 * 1024; ///< of the constant memory of one kernel
constexpr int most_constant_buffers = 8;        ///< that one kernel finds there

} // namespace tiramisu::core
