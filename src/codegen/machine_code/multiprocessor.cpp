#include "codegen/machine_code/multiprocessor.h"

namespace tiramisu::lower {

// CUDA Programming Guide, "Compute Capabilities", tables of technical specifications and of
// shared-memory capacity: resident blocks and warps, shared memory of a multiprocessor. That a
// block takes 1 KiB of shared memory besides its own from 8.0 on stands in the tuning guides,
// "Unified Shared Memory/L1/Texture Cache"; the units of allocation in Nsight Compute's occupancy
// calculator.
const std::vector<multiprocessor> &multiprocessors() {
    constexpr long kibi = 1024;
    static const std::vector<multiprocessor> known = {
        {70, 32, 64, 96 * kibi, 0, 256},      {75, 16, 32, 64 * kibi, 0, 256},
        {80, 32, 64, 164 * kibi, kibi, 128},  {86, 16, 48, 100 * kibi, kibi, 128},
        {89, 24, 48, 100 * kibi, kibi, 128},  {90, 32, 64, 228 * kibi, kibi, 128},
        {100, 32, 64, 228 * kibi, kibi, 128}, {120, 24, 48, 100 * kibi, kibi, 128},
    };
    return known;
}

} // namespace tiramisu::lower
