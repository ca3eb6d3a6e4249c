#pragma once

namespace tiramisu::bench {

/// A device as its maker describes it.
struct modelled_device {
    const char *name;
    const char *machine; ///< as function::sass_text() calls it
    int multiprocessors;
    double fma_peak;  ///< 1e9 operations a second
    double bandwidth; ///< 1e9 bytes a second
};

/// NVIDIA H100 SXM5 ("NVIDIA H100 Tensor Core GPU Architecture").
modelled_device h100();

/// The share of the device's peak that nothing here forbids a kernel of so many blocks: all
/// arguments are moved once, and the device waits for the multiprocessor that has the most blocks.
double predicted_share(const modelled_device &device, double blocks, double operations,
                       double bytes);

} // namespace tiramisu::bench
