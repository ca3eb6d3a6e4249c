#pragma once

#include "gpu/device_code.h"
#include "gpu/kernel_model.h"

#include <string>
#include <vector>

namespace tiramisu::bench {

/// What the assembler tells of a kernel.
struct assembled_kernel {
    int registers = 0; ///< of a thread
    int spilled_bytes = 0;
};

/// Of "ptxas -v", kernel after kernel in the order of the text. Empty where it says nothing.
std::vector<assembled_kernel> assembled_kernels(const std::string &told);

/// The text of the kernels in an object; empty if there are none.
std::string ptx_in(const std::string &object);

/// What can be known of a schedule without a device.
struct modelled_code {
    std::vector<kernel_shape> kernels;
    std::vector<assembled_kernel> assembled; ///< empty where there is no ptxas
};
modelled_code model_of(const device_schedule &schedule);

} // namespace tiramisu::bench
