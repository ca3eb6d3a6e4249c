#pragma once

#include "runtime/device.h"

struct halide_buffer_t;

// Which drivers there are. They are used by one thread at a time: what generated functions of
// several threads start runs one after the other.

namespace tiramisu::rt {

/// Held while a driver is used.
class device_lock {
public:
    device_lock();
    ~device_lock();
    device_lock(const device_lock &) = delete;
    device_lock &operator=(const device_lock &) = delete;
};

constexpr device_kind device_kinds[] = {device_kind::opencl, device_kind::cuda};

const device_driver &driver_of(device_kind kind);

/// That whose memory the buffer has; null where it has none, or somebody else's.
const device_driver *driver_of(const halide_buffer_t &buffer);

/// Opens the driver where that was not tried, and says how it went.
const device_problem &opened(device_kind kind);

/// Tells the error handler what is wrong where something is. Returns the code.
int told(const char *function, const device_problem &problem);

} // namespace tiramisu::rt
