#pragma once

#include <cstdlib>
#include <string>

namespace tiramisu::testing {

/// How tests reach a device: TIRAMISU_TEST_DEVICE is "opencl", which they take where it is not set,
/// or "cuda".
inline std::string device_name() {
    const char *asked = std::getenv("TIRAMISU_TEST_DEVICE");
    return asked == nullptr ? "opencl" : asked;
}

} // namespace tiramisu::testing
