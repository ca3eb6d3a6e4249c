#pragma once

#include <string>

#include "core/program/public_call.h"

namespace tiramisu::lower {

/// Paths of NVIDIA's programs that assemble PTX and show machine code.
struct cuda_tools {
    std::string ptxas, nvdisasm;
};

/// Both from the folder that TIRAMISU_CUDA_TOOLS names or, where it is not set, from the one that
/// `./dev setup cuda` fills or from PATH. Throws user_error about the call where one is missing.
cuda_tools find_cuda_tools(const core::public_call &call);

/// "13.2.78"; empty if ptxas does not tell.
std::string assembler_version(const cuda_tools &tools);

/// Kernels in machine code.
struct assembled_kernels {
    std::string report;      ///< what `ptxas -v` says
    std::string disassembly; ///< what `nvdisasm -c` prints
};

/// Assembles PTX for a machine, such as "sm_80". Throws unsupported_error about the call with what
/// the program says where it refuses, io_error where there is no room for its files.
assembled_kernels assemble(const std::string &ptx, const std::string &machine,
                           const cuda_tools &tools, const core::public_call &call);

} // namespace tiramisu::lower
