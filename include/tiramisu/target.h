#pragma once

#include <string>
#include <vector>

#include "tiramisu/language.h"

namespace tiramisu {

/// A machine that code is compiled for by its name, on whichever machine that is done.
struct target_machine {
    std::string name;   ///< as options::target takes it: "zen4"
    std::string target; ///< that it stands for: "x86-64-linux-avx-avx2-..."
    int l1_bytes = 0;   ///< first-level data cache of a core
    int l2_bytes = 0;   ///< second-level cache of a core
};

/// All that have a name.
const std::vector<target_machine> &target_machines();

/// What code that is compiled for a target has for vectors.
struct target_vectors {
    std::string target; ///< with all features, in one order: "x86-64-linux-avx-avx2-..."
    int floats;         ///< in a register
    int registers;
    /// Whether it adds four products of 8-bit integers to a 32-bit one at once, and two of bfloat16
    /// numbers to a float32: processors that do one do the other.
    bool dot_products;
};

/// Of a target as options::target names it. Throws unsupported_error as compiling for it does.
target_vectors vectors_of(const std::string &target);

/// What loops on a GPU are compiled for: "opencl", "cuda"; empty where the target names no device.
/// Throws unsupported_error as compiling for it does.
std::string device_of(const std::string &target);

/// Of what generators make object files for: what TIRAMISU_TARGET names, or this machine.
target_vectors vectors_of_output();

} // namespace tiramisu
