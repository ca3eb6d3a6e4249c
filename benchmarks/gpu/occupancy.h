#pragma once

#include "gpu/kernel_shape.h"

namespace tiramisu::bench {

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

/// Blocks of a kernel that a multiprocessor has at the same time, of so many registers a thread; 0:
/// it cannot run one.
int resident_blocks(const modelled_device &device, const kernel_shape &kernel, int registers);

/// The share of the device's peak that nothing here forbids: all arguments are moved once, and the
/// device waits for the multiprocessor that has the most blocks. 0 where it cannot run one.
double predicted_share(const modelled_device &device, const kernel_shape &kernel, int registers,
                       double operations, double bytes);

} // namespace tiramisu::bench
