#pragma once

#include "gpu/device_problem.h"

#include <optional>
#include <string>
#include <vector>

namespace tiramisu::bench {

/// What is started for one kernel.
struct kernel_shape {
    double blocks = 1;
    int threads = 1;
    int shared_bytes = 0;
};

/// The kernels of a function, in the order of its text.
std::vector<kernel_shape> kernel_shapes(const std::string &statement);

/// A device as its maker describes it.
struct modelled_device {
    const char *name;
    int multiprocessors;
    double fma_peak;  ///< 1e9 operations a second
    double bandwidth; ///< 1e9 bytes a second
    /// Of a multiprocessor.
    int registers, threads, blocks, shared_bytes;
    int shared_bytes_of_system; ///< that each block takes besides its own
};

/// NVIDIA H100 SXM5 ("NVIDIA H100 Tensor Core GPU Architecture"; "CUDA C++ Programming Guide",
/// technical specifications of compute capability 9.0).
modelled_device h100();

/// Blocks of a kernel that a multiprocessor has at the same time; 0: it cannot run one.
int resident_blocks(const modelled_device &device, const kernel_shape &kernel, int registers);

/// The share of the device's peak that nothing below it forbids: all arguments are moved once, and
/// each multiprocessor takes as many blocks as the one that has the most.
double predicted_share(const modelled_device &device, const kernel_shape &kernel, int registers,
                       double operations, double bytes);

/// Prints what can be said of our schedules without a device, and that it is a model; adds a row a
/// schedule, without times.
void tell_model(session &here, const device_problem &problem);

} // namespace tiramisu::bench
