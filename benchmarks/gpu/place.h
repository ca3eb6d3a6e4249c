#pragma once

#include <string>

namespace tiramisu::bench {

/// Where the set "gpu" runs.
struct gpu_place {
    /// "cuda", "opencl", or empty: there is no device, and kernels are modelled.
    std::string device;
    /// What code is compiled for.
    std::string target;

    bool is_timed() const { return device == "cuda"; }
    bool is_model() const { return device.empty(); }
};

} // namespace tiramisu::bench
