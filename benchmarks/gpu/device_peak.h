#pragma once

#include "gpu/cuda_driver.h"
#include "gpu/device_code.h"
#include "machine.h"

namespace tiramisu::bench {

/// Chains of multiply-adds on registers alone, in blocks of threads.
struct chains_on_device {
    int blocks, threads, chains, steps;
    double operations() const { return 2.0 * blocks * threads * chains * steps; }
};
device_schedule multiply_add_chains(const chains_on_device &sizes);

/// What the device says of itself, and what it reaches in this run: multiply-adds of floats on its
/// ordinary units, and bytes read and written by a copy in its memory.
device_machine describe_device(const cuda_driver &driver, const gpu_place &where);
void print_device(const device_machine &device);

} // namespace tiramisu::bench
