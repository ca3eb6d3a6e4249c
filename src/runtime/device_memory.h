#pragma once

#include <HalideRuntime.h>

#include "runtime/device.h"

// The memory of buffers on a device. A buffer says by its flags which side has the newest values.
// All of these need a device_lock.

namespace tiramisu::rt {

constexpr std::uint64_t on_host = halide_buffer_flag_host_dirty,
                        on_device = halide_buffer_flag_device_dirty;

void set_newest_on(halide_buffer_t &buffer, std::uint64_t flag, bool is_newest);

/// Gives a buffer that has no memory on a device some of the driver's, of any values.
void allocate(const device_driver &driver, halide_buffer_t &buffer, device_problem &problem);

/// Makes the memory on the device hold the newest values; allocates it where there is none.
void upload(const device_driver &driver, halide_buffer_t &buffer, device_problem &problem);

/// Makes the memory on the host hold the newest values.
void download(halide_buffer_t &buffer, device_problem &problem);

/// Frees the memory on the device.
void release(halide_buffer_t &buffer);

} // namespace tiramisu::rt
