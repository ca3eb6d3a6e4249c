#pragma once

#include "gpu/device_array.h"
#include "gpu/place.h"
#include "schedules/scheduled_function.h"

#include <functional>
#include <string>
#include <vector>

namespace tiramisu::bench {

/// One of our ways to solve a problem.
struct device_schedule {
    std::string variant;
    std::function<scheduled_function()> declare;
};

/// A scheduled function, compiled, whose arguments stay on the device.
class device_code {
public:
    device_code(const device_schedule &what, const gpu_place &where);

    /// Starts it, with the arguments in the order of the declaration; whoever reads a result waits
    /// for it. Throws std::runtime_error with what the runtime told if that fails.
    void start(const std::vector<device_array *> &arguments) const;

private:
    compiled_function code_;
};

} // namespace tiramisu::bench
