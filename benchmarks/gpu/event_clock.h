#pragma once

#include "gpu/cuda_driver.h"
#include "rounds.h"

#include <functional>

namespace tiramisu::bench {

/// Times what `work` starts on the device, by events before and after it on the same stream, while
/// the device is busy with a call before: what the processor takes to start a call counts only
/// where the device waits for it. So many calls are timed together that they take 2 ms or more.
stopwatch timed_by_events(const cuda_driver &driver, std::function<void()> work);

} // namespace tiramisu::bench
