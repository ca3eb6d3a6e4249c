#pragma once

#include <string>
#include <vector>

namespace tiramisu::bench {

/// What NVIDIA's assembler tells of a kernel.
struct assembled_kernel {
    int registers = 0; ///< of a thread
    int spilled_bytes = 0;
};

/// Of what "ptxas -v" prints, in its order, which is that of the text. Empty where it says nothing.
std::vector<assembled_kernel> assembled_kernels(const std::string &told);

/// The text of the kernels in an object; empty if there are none.
std::string ptx_in(const std::string &object);

} // namespace tiramisu::bench
